import { z } from 'zod';
import type { Json } from '../../../errors/app-error.ts';
import type { Role } from '../../../modyo/core/roles.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef, Warning } from '../../../toolkit/result.ts';
import { attributeLosses } from '../../attribute-losses.ts';
import { versionMark } from '../../plan-wording.ts';

/** A role as it is echoed: what we rely on, and whatever else Modyo says of it. */
export const role = foreign({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  context: z.string().optional(),
  users_count: z.number().optional(),
  permissions: z.array(z.string()).optional(),
});

export function roleResource({ id, key, name }: Role): ResourceRef {
  return { type: 'role', id, name, uid: key };
}

/** Moves when anything does that a person was shown. */
export function roleVersion(found: Role): string {
  const { id, updated_at: updatedAt, name, users_count: usersCount, permissions } = found;
  return versionMark(id, updatedAt, name, usersCount, permissions?.join());
}

/** What is not as it was asked for; `context` is told under the parameter that it was sent by. */
export function roleLosses(
  asked: Readonly<Record<string, Json | undefined>>,
  stored: Role,
): readonly Warning[] {
  return attributeLosses(asked, stored).map((warning) => ({
    ...warning,
    path: roleParameterOf(warning.path) ?? warning.path,
  }));
}

/** Our parameter for an attribute of a role, or `undefined` where both have one name. */
export function roleParameterOf(attribute: string): string | undefined {
  return attribute === 'context' ? 'scope' : undefined;
}
