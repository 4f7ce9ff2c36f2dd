import { z } from 'zod';
import { deleteRole, getRole } from '../../../../modyo/core/roles.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { quoted } from '../../../plan-wording.ts';
import { isGone } from '../../../reread.ts';
import { identifiedRoleAnew } from '../../resolvers.ts';
import { roleParameter } from '../role-arguments.ts';
import { refusedWhileHeld } from '../role-change.ts';
import { roleResource, roleVersion } from '../role-shape.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete a role that nobody has',
  scope: 'modyo:admin',
  input: z.object({ identifier: roleParameter }),
  data: z.object({ deleted: z.boolean() }),
  resolve: [identifiedRoleAnew],
  operations: ['listRoles', 'getRole', 'deleteRole'],
  notes: ['A role that somebody has cannot be deleted.'],
  invalidates: ['core-roles.*'],
  async plan(_input, ctx) {
    const found = await getRole(ctx.modyo, ctx.role.id);
    return (
      refusedWhileHeld(found) ?? {
        resource: roleResource(found),
        version: roleVersion(found),
        changes: { deletes: { key: found.key, permissions: found.permissions?.length ?? null } },
        summary: `The role ${quoted(found.name)} with the key ${quoted(found.key)} is deleted for good.`,
      }
    );
  },
  async run(_input, ctx) {
    const found = await getRole(ctx.modyo, ctx.role.id);
    const refused = refusedWhileHeld(found);
    if (refused !== undefined) return refused;
    await deleteRole(ctx.modyo, found.id);
    await ctx.identifiers.forget({ kind: 'role' });
    const deleted = await isGone(getRole(ctx.modyo, found.id), found.id);
    return ok(
      { deleted },
      { resource: roleResource(found), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});
