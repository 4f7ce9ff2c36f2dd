import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exposure, exposures } from '../../src/tenant/policy.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { expectChoices, expectContract, expectRefusal, listingRules } from './conformance-rules.ts';
import type { ListedTool } from './every-tool.ts';
import { exposedSpecs } from './exposed-specs.ts';
import { createListingRegistry } from './listing-registry.ts';
import { openPolicy } from './open-policy.ts';
import { actionsOf, sampleArguments } from './sample-arguments.ts';
import { type Actor, eras, type Testkit, testkit } from './testkit.ts';

interface Upstream {
  readonly url: string;
  close(): Promise<void>;
}

type Catalogue = readonly Tool<ModyoToolContext>[];

/**
 * What every tool has to keep, as tests, in each exposure: what is listed, by the rules of the kit and of
 * clients, and what is answered over the wire in both eras. A new tool has nothing to do for them but to be
 * in a catalogue.
 * @param startUpstream what stands for Modyo; without it nobody answers
 */
export function conformToKit(
  catalogue: string,
  tools: Catalogue,
  startUpstream?: () => Promise<Upstream>,
): void {
  describe.each(exposures)(`${catalogue} in %s`, (exposure) => {
    const specs = exposedSpecs(tools, exposure);
    const listed = listedTools(tools, exposure);
    const rows = listed.map((tool) => [tool.name, tool] as const);

    test('everything that is listed has a definition, and everything that is defined is listed', () => {
      expect(listed.map(({ name }) => name).toSorted()).toEqual([...specs.keys()].toSorted());
    });
    describe.each(Object.entries(listingRules))('%s', (_rule, check) => {
      test.each(rows)('%s', (name, tool) => check(tool, specs.get(name)));
    });
    describe.each(eras)('the answers in %s', (era) => {
      let upstream: Upstream | undefined;
      let kit: Testkit;
      let ana: Actor;
      beforeAll(async () => {
        upstream = await startUpstream?.();
        kit = await testkit({ tools, env: { EXPOSURE: exposure }, ...(upstream && { upstream }) });
        ana = kit.as().withEra(era);
      });
      afterAll(async () => {
        await kit.close();
        await upstream?.close();
      });

      test('F6.7 an unknown tool is an error of the protocol', async () => {
        expect((await ana.call('content-nothing-list')).message.error.code).toBe(-32602);
      });
      test.each(rows)('F2.1 F2.4 %s refuses what it does not know', async (name, tool) => {
        const [action] = actionsOf(tool);
        const said = action === undefined ? '' : `"action":${JSON.stringify(action)},`;
        const args = JSON.parse(`{${said}"zzzzzz":1,"__proto__":{"polluted":true}}`);
        expectRefusal(await ana.call(name, args), ['zzzzzz', '__proto__']);
      });
      const paged = rows.filter(([, tool]) => 'per_page' in (tool.inputSchema.properties ?? {}));
      if (paged.length > 0) {
        test.each(paged)('F2.2 %s keeps pages within bounds', async (name, tool) => {
          const action = actionsOf(tool).find((candidate) => candidate === 'list');
          const args = { ...(action && { action }), per_page: 101, page: 0 };
          expectRefusal(await ana.call(name, args), ['per_page', 'page']);
        });
      }
      const choosing = rows.filter(([, tool]) => actionsOf(tool).length > 1);
      if (choosing.length > 0) {
        test.each(choosing)('F10.6 %s answers an unknown action with those there are', async (name, tool) => {
          expectChoices(await ana.call(name, { action: 'zzzzzz' }), tool);
        });
      }
      test.each(callsOf(tools, exposure))(
        'F6 F8 F9 %s %s answers as it says',
        async (name, _of, args, tool) => {
          expectContract(await ana.call(name, args), tool);
        },
      );
    });
  });
}

function listedTools(tools: Catalogue, exposure: Exposure): readonly ListedTool[] {
  const registry = createListingRegistry(tools);
  return registry.preview({ ...openPolicy, exposure }).tools as unknown as readonly ListedTool[];
}

/** Each action with what it cannot do without; in the catalogue, as its executor is asked for it. */
function callsOf(tools: Catalogue, exposure: Exposure) {
  const calls = listedTools(tools, exposure).flatMap((tool) =>
    actionsOf(tool).map(
      (action) => [tool.name, action ?? 'alone', sampleArguments(tool, action), tool] as const,
    ),
  );
  if (exposure !== 'catalog') return calls;
  const byExecutor = listedTools(tools, 'flat').map((tool) => {
    const args = { name: tool.name, arguments: sampleArguments(tool) };
    return [executorOf(tool), tool.name, args, tool] as const;
  });
  return [...calls, ...byExecutor];
}

function executorOf({ annotations }: ListedTool): string {
  if (annotations['readOnlyHint'] === true) return 'tools-read';
  return annotations['destructiveHint'] === true ? 'tools-destroy' : 'tools-write';
}
