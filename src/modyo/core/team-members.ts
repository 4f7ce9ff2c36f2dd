import { z } from 'zod';
import { answerOf, created, element, optional } from '../answer-shape.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const membership = element({
  id: z.number(),
  member_type: z.string(),
  member_id: z.number(),
  name: optional(z.string()),
  role: optional(z.looseObject({ key: optional(z.string()), name: optional(z.string()) })),
  role_key: optional(z.string()),
  target_ids: optional(z.array(z.number())),
  updated_at: optional(z.string()),
});

/** One admin user or group with a role in one site, space or realm. */
export type Membership = z.output<typeof membership>;

/** Who can be given a role, as Modyo calls them. */
export type MemberType = 'AdminUser' | 'Group';

/** The site, space or realm that somebody is a member of. */
export interface TeamContext {
  readonly context: 'sites' | 'spaces' | 'realms';
  readonly id: number;
}

const membershipPage = pageOf('team_members', membership);

export function listTeamMembers(
  modyo: ModyoClient,
  team: TeamContext,
  request: PageRequest,
): Promise<Page<Membership>> {
  return answerOf(modyo, 'listTeamMembers', membershipPage, { path: pathOf(team), query: { ...request } });
}

export interface NewMembership {
  readonly member_type: MemberType;
  readonly member_id: number;
  readonly role_key: string;
  /** Segments of a realm that the role is restricted to. */
  readonly target_ids?: readonly number[] | undefined;
}

/** @returns its id; what Modyo stored is not taken from its answer */
export async function addTeamMember(
  modyo: ModyoClient,
  team: TeamContext,
  body: NewMembership,
  fieldPath?: FieldPath,
): Promise<number> {
  const request = { path: pathOf(team), body: { ...body }, fieldPath };
  return (await answerOf(modyo, 'addTeamMember', created, request)).id;
}

/** What Modyo stored is not taken from its answer: read the memberships again. */
export async function updateTeamMember(
  modyo: ModyoClient,
  team: TeamContext,
  membershipId: number,
  body: { readonly role_key?: string | undefined; readonly target_ids?: readonly number[] | undefined },
  fieldPath?: FieldPath,
): Promise<void> {
  const path = { ...pathOf(team), membership_id: membershipId };
  await modyo.call('updateTeamMember', { path, body: { ...body }, fieldPath });
}

/** @throws {AppError} `CONFLICT` for the last administrator of a site or a space */
export async function removeTeamMember(
  modyo: ModyoClient,
  team: TeamContext,
  membershipId: number,
): Promise<void> {
  await modyo.call('removeTeamMember', { path: { ...pathOf(team), membership_id: membershipId } });
}

function pathOf({ context, id }: TeamContext) {
  return { context, context_id: id };
}
