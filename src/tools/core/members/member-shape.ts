import { z } from 'zod';
import type { Membership, TeamContext } from '../../../modyo/core/team-members.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import { versionMark } from '../../plan-wording.ts';
import type { Place } from '../place.ts';

/** A membership as it is echoed: what we rely on, and whatever else Modyo says of it. */
export const member = foreign({
  id: z.number(),
  member_type: z.string(),
  member_id: z.number(),
  name: z.string().optional(),
  target_ids: z.array(z.number()).optional(),
});

/** The key of the role; where Modyo writes it is not documented. */
export function roleKeyOf({ role, role_key: key }: Membership): string | undefined {
  return role?.key ?? key;
}

export function memberVersion(found: Membership): string {
  return versionMark(found.id, found.updated_at, roleKeyOf(found), found.target_ids?.join());
}

const segments = { space: 'spaces', site: 'sites', realm: 'realms' } as const;

export function teamOf({ kind, id }: Place): TeamContext {
  return { context: segments[kind], id };
}

/** The place in a sentence for a person. */
export function placeWords({ kind, id, name }: Place): string {
  return name === undefined ? `${kind} ${id}` : `${kind} "${name}"`;
}

const parameters: Readonly<Record<string, string>> = { role_key: 'role', target_ids: 'segments' };

/** Our parameter for an attribute of a membership. */
export function memberParameterOf(type: string): (attribute: string) => string | undefined {
  const subject = type === 'Group' ? 'group' : 'user';
  return (attribute) => (attribute === 'member_id' ? subject : parameters[attribute]);
}
