import { z } from 'zod';
import type { AdminUser } from '../../../modyo/core/users.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef } from '../../../toolkit/result.ts';
import { quoted, versionMark } from '../../plan-wording.ts';
import { fullName } from '../user-name.ts';

/** An admin user as it is echoed: what we rely on, and whatever else Modyo says of them. */
export const user = foreign({
  id: z.number(),
  uuid: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  username: z.string().optional(),
  active: z.boolean().optional(),
});

export function userResource(found: AdminUser): ResourceRef {
  return { type: 'user', id: found.id, name: fullName(found), uid: found.username, uuid: found.uuid };
}

/** A user in a sentence for a person, who has to know which of two namesakes is meant. */
export function shownUser(found: AdminUser): string {
  return `${quoted(fullName(found))} (${quoted(found.email ?? found.username)})`;
}

/** Moves when anything does that a person was shown. */
export function userVersion(found: AdminUser): string {
  return versionMark(found.id, found.updated_at, found.email, found.username, found.active);
}

export function isOwner({ roles }: AdminUser): boolean {
  return roles?.some(({ key }) => key === 'account_owner') === true;
}
