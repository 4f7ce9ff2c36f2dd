import { z } from 'zod';
import { getRole, updateRole } from '../../../../modyo/core/roles.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { otherLosses } from '../../../attribute-losses.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { identifiedRoleAnew } from '../../resolvers.ts';
import { guessedBodyNote, permissionsParameter, roleName, roleParameter } from '../role-arguments.ts';
import { planRoleChange, roleChange } from '../role-change.ts';
import { role, roleLosses, roleResource } from '../role-shape.ts';

/** Nobody is asked before a name is changed: the key stays, and nobody loses anything. */
export const updateAction = kit.mutation({
  summary: 'Change the name of a role, or replace what it allows',
  scope: 'modyo:admin',
  idempotent: true,
  input: z.object({
    identifier: roleParameter,
    name: roleName.optional(),
    permissions: permissionsParameter.optional(),
  }),
  data: z.object({ role }),
  resolve: [identifiedRoleAnew],
  operations: ['listRoles', 'getRole', 'updateRole'],
  notes: [guessedBodyNote, 'permissions replaces the whole list, for everybody who has the role.'],
  confirm: ({ permissions }) => permissions !== undefined,
  invalidates: ['core-roles.*'],
  plan: planRoleChange,
  async snapshot(_input, ctx) {
    return comparable(await getRole(ctx.modyo, ctx.role.id));
  },
  async run(input, ctx) {
    const change = await roleChange(input, ctx);
    if (isFail(change)) return change;
    const { before, asked } = change;
    await updateRole(ctx.modyo, before.id, asked);
    await ctx.identifiers.forget({ kind: 'role' });
    const stored = await reread(getRole(ctx.modyo, before.id), before.id);
    const warnings = [
      ...roleLosses(asked, stored),
      ...otherLosses(['name', 'key', 'permissions'], asked, before, stored),
    ];
    return ok({ role: stored }, { resource: roleResource(stored), state: { warnings } });
  },
});
