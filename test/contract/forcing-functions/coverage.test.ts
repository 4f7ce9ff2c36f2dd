import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../../support/content-service.ts';
import { everyDefinition, everyTool } from '../../support/every-tool.ts';
import { noteTools } from '../../support/note-tools.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '1000000' } });
});
afterAll(() => service.close());

const lists = everyTool
  .filter((tool) => !noteTools.some(({ name }) => name === tool.name))
  .flatMap((tool) => {
    const actions = everyDefinition.get(tool.name)?.actions ?? {};
    return Object.entries(actions).flatMap(([action, definition]) =>
      definition.kind === 'action' && definition.paginate && definition.filters.includes('query')
        ? [
            [
              tool.name,
              action,
              sampleArguments(tool, tool.inputSchema.properties?.['action'] && action),
            ] as const,
          ]
        : [],
    );
  });

describe('F9.8 coverage', () => {
  test('there are lists to look at', () => {
    expect(lists.length).toBeGreaterThan(0);
  });

  test.each(lists)('%s %s says how much it searched, found and left out', async (name, _action, args) => {
    const { state } = await service.call(name, { ...args, per_page: 1 });
    expect(state).toMatchObject({
      returned: 1,
      total: expect.any(Number),
      searched: expect.any(Number),
      page: 1,
      per_page: 1,
      complete: state.total === 1,
    });
  });

  test.each(lists)('%s %s explains an empty answer by corpus and filters', async (name, _action, args) => {
    const query = 'zzz no such words zzz';
    const { data, state } = await service.call(name, { ...args, query });
    expect(state).toMatchObject({ returned: 0, total: 0, complete: true });
    expect(state.searched).toBeGreaterThan(0);
    expect(data.filters).toMatchObject({ query });
  });
});
