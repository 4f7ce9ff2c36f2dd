import { z } from 'zod';
import { createRole, getRole } from '../../../modyo/core/roles.ts';
import { ok } from '../../../toolkit/result.ts';
import { kit } from '../../kit.ts';
import { reread } from '../../reread.ts';
import {
  contextOfScope,
  guessedBodyNote,
  permissionsParameter,
  roleName,
  scopeParameter,
} from './role-arguments.ts';
import { role, roleLosses, roleParameterOf, roleResource } from './role-shape.ts';

const createAction = kit.action({
  summary: 'Create a role of the account for its organization, its sites, its realms or its spaces',
  scope: 'modyo:admin',
  input: z.object({ name: roleName, scope: scopeParameter, permissions: permissionsParameter.min(1) }),
  data: z.object({ role }),
  operations: ['createRole', 'getRole'],
  notes: ['Roles of the account exist since Modyo 10.1.', guessedBodyNote],
  invalidates: ['core-roles.*'],
  async run({ name, scope, permissions }, ctx) {
    const asked = { name, context: contextOfScope[scope], permissions };
    const roleId = await createRole(ctx.modyo, asked, roleParameterOf);
    await ctx.identifiers.forget({ kind: 'role' });
    const stored = await reread(getRole(ctx.modyo, roleId), roleId);
    return ok(
      { role: stored },
      { resource: roleResource(stored), state: { warnings: roleLosses(asked, stored) } },
    );
  },
});

export const coreRolesCreate = kit.tool('core-roles-create', {
  title: 'Create a role',
  actions: { create: createAction },
});
