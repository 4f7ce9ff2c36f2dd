import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../src/toolkit/tool.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import type { ModyoToolContext } from '../../../src/tools/kit.ts';
import { everyDefinition } from '../../support/every-tool.ts';
import {
  importToolFile,
  literalActions,
  readToolFile,
  refusalsInRun,
  toolFiles,
} from '../../support/tool-sources.ts';

/** Where tools are defined: `<module>/<resource>/<noun>.ts`, or `<module>/<noun>.ts` for one of the whole module. */
const definingFiles = toolFiles.filter((path) => /^[^/]+\/([^/]+\/)?[^/]+\.ts$/.test(path));

function isTool(value: unknown): value is Tool<ModyoToolContext> {
  return typeof value === 'object' && value !== null && 'name' in value && 'spec' in value;
}

describe('F2.6 what arguments may be is said by the schema', () => {
  test.each(toolFiles)('%s refuses no argument in run', (path) => {
    expect(refusalsInRun(readToolFile(path))).toEqual([]);
  });

  test('the lint finds what it looks for', () => {
    const text = `const a = kit.query({ run(input) { if (input.a) throw new Error('x'); return fail('INVALID_PARAMS', 'y'); } });
      const b = kit.query({ run: (input) => input.a ? fail('INVALID_PARAMS', 'z') : fail('NOT_FOUND', 'fine') });
      const c = { resolve() { throw new Error('elsewhere'); } };`;
    expect(refusalsInRun(text)).toEqual([
      "throw new Error('x');",
      "fail('INVALID_PARAMS', 'y')",
      "fail('INVALID_PARAMS', 'z')",
    ]);
  });
});

describe('F6.4 what is offered exists', () => {
  test.each(toolFiles)('%s offers only actions that there are', (path) => {
    for (const { tool, action } of literalActions(readToolFile(path))) {
      const spec = everyDefinition.get(tool);
      expect([tool, spec !== undefined]).toEqual([tool, true]);
      if (action !== undefined) expect(Object.keys(spec?.actions ?? {})).toContain(action);
    }
  });

  test('something is offered, and the lint sees it', () => {
    expect(toolFiles.flatMap((path) => literalActions(readToolFile(path))).length).toBeGreaterThan(0);
    expect(literalActions("const x = [{ tool: 'content-a-b', action: 'c', reason: 'd' }]")).toEqual([
      { tool: 'content-a-b', action: 'c' },
    ]);
  });
});

describe('F10.3 a tool is found where its name says', () => {
  test.each(definingFiles)('%s', async (path) => {
    const tools = Object.values(await importToolFile(path)).filter(isTool);
    const expected = path.replace(/\.ts$/, '').replaceAll('/', '-');
    expect(tools.map((tool) => tool.name)).toEqual(tools.length === 0 ? [] : [expected]);
  });

  test('every tool of the catalogue has such a file, and every such tool is in the catalogue', async () => {
    const defined = (await Promise.all(definingFiles.map(importToolFile))).flatMap((file) =>
      Object.values(file).filter(isTool),
    );
    expect(defined.map((tool) => tool.name).sort()).toEqual(toolCatalogue.map((tool) => tool.name).sort());
  });
});
