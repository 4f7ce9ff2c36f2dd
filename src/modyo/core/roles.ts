import { z } from 'zod';
import { type Attributes, answerOf, created, element, optional } from '../answer-shape.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

/** Where a role counts: in the account, or in one site, space or realm. */
export const roleContexts = ['account', 'site', 'space', 'realm'] as const;

export type RoleContext = (typeof roleContexts)[number];

const role = element({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  context: optional(z.string()),
  read_only: optional(z.boolean()),
  restorable: optional(z.boolean()),
  users_count: optional(z.number()),
  permissions: optional(z.array(z.string())),
  updated_at: optional(z.string()),
});

/** What somebody may do in one context. `key` is what is assigned, and stays when the name changes. */
export type Role = z.output<typeof role>;

const rolePage = pageOf('roles', role);

export interface RoleListRequest extends PageRequest {
  readonly query?: string | undefined;
}

/** Roles of every context: Modyo has no parameter that narrows the list to one. */
export function listRoles(modyo: ModyoClient, request: RoleListRequest): Promise<Page<Role>> {
  return answerOf(modyo, 'listRoles', rolePage, { query: { ...request } });
}

export function getRole(modyo: ModyoClient, roleId: number): Promise<Role> {
  return answerOf(modyo, 'getRole', role, { path: { role_id: roleId } });
}

/** @returns its id; what Modyo stored is not taken from its answer */
export async function createRole(
  modyo: ModyoClient,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<number> {
  return (await answerOf(modyo, 'createRole', created, { body: attributes, fieldPath })).id;
}

/**
 * What Modyo stored is not taken from its answer: read the role again.
 * @param attributes `permissions` is the whole list: what is not in it is taken away
 */
export async function updateRole(modyo: ModyoClient, roleId: number, attributes: Attributes): Promise<void> {
  await modyo.call('updateRole', { path: { role_id: roleId }, body: attributes });
}

/** @throws {AppError} `CONFLICT` while somebody has the role */
export async function deleteRole(modyo: ModyoClient, roleId: number): Promise<void> {
  await modyo.call('deleteRole', { path: { role_id: roleId } });
}
