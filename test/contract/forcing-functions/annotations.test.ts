import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fail } from '../../../src/toolkit/result.ts';
import { everyDefinition, everyTool } from '../../support/every-tool.ts';
import { noteKit } from '../../support/note-tools.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { createToolHost } from '../../support/tool-host.ts';
import { expectFourHints, expectHintsOfVerbs } from '../../support/tool-rules.ts';

const bare = { input: z.object({}), data: z.object({}), run: () => fail('INTERNAL', '') };
const listedAs = (actions: Parameters<typeof noteKit.tool>[1]['actions']) => {
  const host = createToolHost([
    noteKit.tool('content-verbs-try', { title: 'Verbs', summary: 'Try verbs', actions }),
  ]);
  return host.registry.preview(openPolicy).tools[0];
};

describe('F1 verbs become annotations', () => {
  test.each(everyTool.map((tool) => [tool.name, tool] as const))(
    'F1.1 %s publishes a title and exactly the four hints',
    (_name, tool) => expectFourHints(tool),
  );

  test.each([
    ['query', 'destructive', true],
    ['query', 'idempotent', false],
    ['action', 'destructive', true],
  ] as const)(
    'F1.2 a %s with %s does not start, and the fault names tool and field',
    (verb, field, value) => {
      const action = noteKit[verb]({ summary: 'Try', ...bare, [field]: value } as never);
      expect(() =>
        createToolHost([noteKit.tool('content-verbs-try', { title: 'Verbs', actions: { try: action } })]),
      ).toThrow(`content-verbs-try.try.${field}: cannot be set on a ${verb}`);
    },
  );

  test('F1.3 a query and a deletion in one tool are destructive', () => {
    const actions = {
      list: noteKit.query({ summary: 'List', ...bare }),
      delete: noteKit.mutation({ summary: 'Delete', ...bare }),
    };
    expect(listedAs(actions)).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    });
  });

  test('F1.4 two queries in one tool read only', () => {
    const query = noteKit.query({ summary: 'List', ...bare });
    expect(listedAs({ list: query, find: query })).toMatchObject({ annotations: { readOnlyHint: true } });
  });

  test('F1.6 that a call can be tried first takes nothing from the hints', async () => {
    const remove = (plan: object) =>
      noteKit.mutation({ summary: 'Delete', ...bare, ...plan } as Parameters<typeof noteKit.mutation>[0]);
    const plan = () => ({ changes: {} });
    expect(listedAs({ remove: remove({ plan }) })).toMatchObject({
      inputSchema: { properties: { dry_run: { type: 'boolean' } } },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    });
    expect(listedAs({ remove: remove({ plan, dryRunDefault: true }) })?.['annotations']).toEqual(
      listedAs({ remove: remove({}) })?.['annotations'],
    );
  });

  test('no tool that writes says that it reads only', () => {
    for (const tool of everyTool) {
      expectHintsOfVerbs(tool, everyDefinition.get(tool.name));
    }
  });
});
