import { z } from 'zod';
import { type Attributes, answerOf, created, element, optional } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const adminUser = element({
  id: z.number(),
  uuid: optional(z.string()),
  name: optional(z.string()),
  first_name: optional(z.string()),
  last_name: optional(z.string()),
  email: optional(z.string()),
  username: optional(z.string()),
  external_id: optional(z.union([z.string(), z.number()])),
  active: optional(z.boolean()),
  application_access: optional(z.array(z.string())),
  roles: optional(z.array(z.looseObject({ key: optional(z.string()) }))),
  updated_at: optional(z.string()),
});

/** A team member, who signs in to the administration of the account. */
export type AdminUser = z.output<typeof adminUser>;

const session = element({
  uuid: z.string(),
  created_at: optional(z.string()),
  request_ip: optional(z.string()),
  device_name: optional(z.string()),
  device_os: optional(z.string()),
  device_type: optional(z.string()),
});

/** One place where an admin user is signed in. */
export type AdminSession = z.output<typeof session>;

const userPage = pageOf('admin_users', adminUser);

/** Open sessions of a user; `total` is larger where the platform answers a page of them. */
export interface AdminSessions {
  readonly items: readonly AdminSession[];
  readonly total: number;
}

/** The list of sessions stands under the key of users where it is known; the other key is the plain one. */
const sessions = z
  .looseObject({
    admin_users: optional(z.array(session)),
    sessions: optional(z.array(session)),
    meta: optional(z.looseObject({ total_entries: z.number() })),
  })
  .transform(({ sessions: plain, admin_users: named, meta }, context): AdminSessions => {
    const items = plain ?? named;
    if (items === undefined) context.addIssue({ code: 'custom', message: 'no list of sessions' });
    return { items: items ?? [], total: meta?.total_entries ?? items?.length ?? 0 };
  });

export interface AdminUserListRequest extends PageRequest {
  readonly query?: string | undefined;
  readonly active?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
}

export function listAdminUsers(
  modyo: ModyoClient,
  { active, ...request }: AdminUserListRequest,
): Promise<Page<AdminUser>> {
  const query = { ...request, active: active === undefined ? undefined : Number(active) };
  return answerOf(modyo, 'listAdminUsers', userPage, { query });
}

export function getAdminUser(modyo: ModyoClient, userId: number): Promise<AdminUser> {
  return answerOf(modyo, 'getAdminUser', adminUser, { path: { user_id: userId } });
}

/** @returns its id; what Modyo stored is not taken from its answer */
export async function createAdminUser(modyo: ModyoClient, attributes: Attributes): Promise<number> {
  return (await answerOf(modyo, 'createAdminUser', created, { body: attributes })).id;
}

/** What Modyo stored is not taken from its answer: read the user again. */
export async function updateAdminUser(
  modyo: ModyoClient,
  userId: number,
  attributes: Attributes,
): Promise<void> {
  await modyo.call('updateAdminUser', { path: { user_id: userId }, body: attributes });
}

export async function activateAdminUser(modyo: ModyoClient, userId: number): Promise<void> {
  await modyo.call('activateAdminUser', { path: { user_id: userId } });
}

/** Ends the sessions of the user, and the API tokens that they own. */
export async function deactivateAdminUser(modyo: ModyoClient, userId: number): Promise<void> {
  await modyo.call('deactivateAdminUser', { path: { user_id: userId } });
}

/** @param userIds at most 100; what became of each is not in the answer */
export async function bulkAdminUsers(
  modyo: ModyoClient,
  act: 'activate' | 'deactivate',
  userIds: readonly number[],
): Promise<void> {
  await modyo.call('bulkAdminUsers', { query: { act }, body: { id: userIds } });
}

export function listAdminUserSessions(modyo: ModyoClient, userId: number): Promise<AdminSessions> {
  return answerOf(modyo, 'listAdminUserSessions', sessions, { path: { user_id: userId } });
}

/** @throws {AppError} `NOT_FOUND` for a session that is not of this user, or has ended */
export async function revokeAdminUserSession(
  modyo: ModyoClient,
  userId: number,
  sessionUuid: string,
): Promise<void> {
  await modyo.call('revokeAdminUserSession', {
    path: { user_id: userId },
    query: { grant_uuid: sessionUuid },
  });
}
