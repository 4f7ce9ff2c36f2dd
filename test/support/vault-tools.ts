import { z } from 'zod';
import { fail, ok } from '../../src/toolkit/result.ts';
import { kit } from '../../src/tools/kit.ts';

/** A thing with a version, and tools that lose it. */
export function createVault() {
  let version = 1;
  const seen: { readonly what: string; readonly label: string }[] = [];
  const label = z.string().min(1).max(40).describe('Which vault, e.g. "north"');

  const erase = kit.mutation({
    summary: 'Erase a vault',
    input: z.object({ label, note: z.string().max(40).optional().describe('Why, e.g. "closed"') }),
    data: z.object({ erased: z.boolean() }),
    plan: (sent) =>
      sent.label === 'missing'
        ? fail('NOT_FOUND', 'There is no such vault.')
        : {
            changes: { label: sent.label, items: 12 },
            resource: { type: 'vault', id: 7, name: sent.label },
            version: `v${version}`,
            summary: `Erases the vault ${sent.label} with 12 items.`,
          },
    run(sent) {
      seen.push({ what: 'erase', label: sent.label });
      return ok({ erased: true }, { resource: { type: 'vault', id: 7, name: sent.label } });
    },
  });

  const seal = kit.action({
    summary: 'Seal a vault',
    confirm: 'always',
    input: z.object({ label }),
    data: z.object({ sealed: z.boolean() }),
    run(sent) {
      seen.push({ what: 'seal', label: sent.label });
      return ok({ sealed: true });
    },
  });

  const sweep = kit.mutation({
    summary: 'Sweep the vaults',
    confirm: 'never',
    dryRunDefault: true,
    input: z.object({ label }),
    data: z.object({ swept: z.number() }),
    plan: () => ({ changes: { items: 3 } }),
    run(sent) {
      seen.push({ what: 'sweep', label: sent.label });
      return ok({ swept: 3 });
    },
  });

  return {
    seen,
    touch: () => {
      version += 1;
    },
    tools: [
      kit.tool('core-vaults-manage', {
        title: 'Vaults',
        summary: 'Erase, seal and sweep vaults',
        actions: { erase, seal, sweep },
      }),
    ],
  };
}
