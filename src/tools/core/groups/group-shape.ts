import { z } from 'zod';
import type { Group } from '../../../modyo/core/groups.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef, Warning } from '../../../toolkit/result.ts';
import { versionMark } from '../../plan-wording.ts';

/** A group as it is echoed: what we rely on, and whatever else Modyo says of it. */
export const group = foreign({
  id: z.number(),
  name: z.string(),
  admin_users_count: z.number().optional(),
  role_id: z.number().optional(),
  application_access: z.array(z.string()).optional(),
  admin_user_ids: z.array(z.number()).optional(),
});

export function groupResource({ id, name }: Group): ResourceRef {
  return { type: 'group', id, name };
}

/** Moves when anything does that a person was shown. */
export function groupVersion(found: Group): string {
  const { id, updated_at: updatedAt, name, role_id: roleId } = found;
  const members = found.admin_user_ids?.join() ?? found.admin_users_count;
  return versionMark(id, updatedAt, name, roleId, members, found.application_access?.join());
}

const parameters: Readonly<Record<string, string>> = { role_id: 'role', admin_user_ids: 'users' };

/** Our parameter for an attribute of a group, or `undefined` where both have one name. */
export function groupParameterOf(attribute: string): string | undefined {
  return parameters[attribute];
}

/** Warnings about attributes, in our parameter names. */
export function inGroupParameters(warnings: readonly Warning[]): readonly Warning[] {
  return warnings.map((warning) => ({ ...warning, path: parameters[warning.path] ?? warning.path }));
}
