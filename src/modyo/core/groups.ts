import { z } from 'zod';
import { type Attributes, answerOf, created, element, optional } from '../answer-shape.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const group = element({
  id: z.number(),
  name: z.string(),
  admin_users_count: optional(z.number()),
  role_id: optional(z.number()),
  application_access: optional(z.array(z.string())),
  admin_user_ids: optional(z.array(z.number())),
  updated_at: optional(z.string()),
});

/** Admin users who share a role in the account, and may have one together in a site, a space or a realm. */
export type Group = z.output<typeof group>;

const groupPage = pageOf('groups', group);

export interface GroupListRequest extends PageRequest {
  readonly query?: string | undefined;
}

export function listGroups(modyo: ModyoClient, request: GroupListRequest): Promise<Page<Group>> {
  return answerOf(modyo, 'listGroups', groupPage, { query: { ...request } });
}

export function getGroup(modyo: ModyoClient, groupId: number): Promise<Group> {
  return answerOf(modyo, 'getGroup', group, { path: { group_id: groupId } });
}

/** @returns its id; what Modyo stored is not taken from its answer */
export async function createGroup(
  modyo: ModyoClient,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<number> {
  return (await answerOf(modyo, 'createGroup', created, { body: attributes, fieldPath })).id;
}

/**
 * What Modyo stored is not taken from its answer: read the group again.
 * @param attributes `admin_user_ids` is the whole list: who is not in it leaves the group
 */
export async function updateGroup(
  modyo: ModyoClient,
  groupId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('updateGroup', { path: { group_id: groupId }, body: attributes, fieldPath });
}

export async function deleteGroup(modyo: ModyoClient, groupId: number): Promise<void> {
  await modyo.call('deleteGroup', { path: { group_id: groupId } });
}
