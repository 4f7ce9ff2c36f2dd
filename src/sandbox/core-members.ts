import {
  type Answer,
  conflict,
  created,
  type ErrorItem,
  fieldError,
  noContent,
  notFound,
  ok,
} from './answer.ts';
import { idOf, isVisible, type SandboxCall } from './call.ts';
import { collection, type Sorting } from './collection.ts';
import type { MembershipRecord, RoleContext, TeamPlace } from './core-records.ts';
import { integerOf, type JsonObject, textOf } from './json-object.ts';
import type { AccountData } from './records.ts';
import { toTimestamp } from './timestamp.ts';

const contextOf: Readonly<Record<TeamPlace, RoleContext>> = {
  sites: 'site',
  spaces: 'space',
  realms: 'realm',
};

const sorting: Sorting<MembershipRecord> = {
  by: 'id',
  order: 'asc',
  keys: { id: ({ id }) => id, updated_at: ({ updatedAtMs }) => updatedAtMs },
};

/** The place in the path, if it exists and the owner of the token was invited to it. */
function placeOf({
  data,
  params,
  token,
}: SandboxCall): { readonly place: TeamPlace; readonly id: number } | undefined {
  const id = idOf(params['context_id']);
  switch (params['context']) {
    case 'spaces': {
      const space = data.spaces.get(id);
      return space !== undefined && isVisible(token, space) ? { place: 'spaces', id } : undefined;
    }
    case 'sites':
      return data.core.sites.has(id) ? { place: 'sites', id } : undefined;
    case 'realms':
      return data.core.realms.has(id) ? { place: 'realms', id } : undefined;
    default:
      return undefined;
  }
}

/** A site and a space keep one administrator at least; a realm may have none. */
export function isLastAdmin(
  { id, place, placeId, roleKey }: Pick<MembershipRecord, 'id' | 'place' | 'placeId' | 'roleKey'>,
  { core }: AccountData,
): boolean {
  if (place === 'realms' || roleKey !== `${contextOf[place]}_admin`) return false;
  return ![...core.memberships.values()].some(
    (other) =>
      other.id !== id && other.place === place && other.placeId === placeId && other.roleKey === roleKey,
  );
}

function memberName({ memberType, memberId }: MembershipRecord, { admins, core }: AccountData): string {
  if (memberType === 'Group') return core.groups.get(memberId)?.name ?? '';
  const admin = admins.get(memberId);
  return admin === undefined ? '' : `${admin.firstName} ${admin.lastName}`;
}

function view(membership: MembershipRecord, data: AccountData): JsonObject {
  const role = [...data.core.roles.values()].find(({ key }) => key === membership.roleKey);
  return {
    id: membership.id,
    member_type: membership.memberType,
    member_id: membership.memberId,
    name: memberName(membership, data),
    role: { id: role?.id ?? null, key: membership.roleKey, name: role?.name ?? null },
    ...(membership.place === 'realms' && { target_ids: membership.targetIds }),
    updated_at: toTimestamp(membership.updatedAtMs, data.account.utcOffsetMinutes),
  };
}

export function listTeamMembers(call: SandboxCall): Answer {
  const { data, query } = call;
  const place = placeOf(call);
  if (place === undefined) return notFound;
  return collection({
    name: 'team_members',
    items: [...data.core.memberships.values()].filter(
      (membership) => membership.place === place.place && membership.placeId === place.id,
    ),
    query,
    sorting,
    view: (membership) => view(membership, data),
  });
}

function roleFaults(roleKey: string, place: TeamPlace, { core }: AccountData): readonly ErrorItem[] {
  const role = [...core.roles.values()].find(({ key }) => key === roleKey);
  return role?.context === contextOf[place]
    ? []
    : [fieldError('role_key', 'Role is not included in the list', 'inclusion')];
}

function targetIds(body: JsonObject, place: TeamPlace, before: readonly number[]): readonly number[] {
  const sent = body['target_ids'];
  if (place !== 'realms' || !Array.isArray(sent)) return before;
  return sent.flatMap((id) => integerOf(id) ?? []);
}

export function addTeamMember(call: SandboxCall): Answer {
  const place = placeOf(call);
  if (place === undefined) return notFound;
  const { body, data } = call;
  const memberType = body['member_type'] === 'Group' ? 'Group' : 'AdminUser';
  const memberId = integerOf(body['member_id']) ?? 0;
  const roleKey = textOf(body['role_key']) ?? '';
  const isKnown = memberType === 'Group' ? data.core.groups.has(memberId) : data.admins.has(memberId);
  const isTaken = [...data.core.memberships.values()].some(
    (other) =>
      other.place === place.place &&
      other.placeId === place.id &&
      other.memberType === memberType &&
      other.memberId === memberId,
  );
  const errors = [
    ...(isKnown ? [] : [fieldError('member_id', 'Member is invalid', 'invalid')]),
    ...(isTaken ? [fieldError('member_id', 'Must be unique', 'taken')] : []),
    ...roleFaults(roleKey, place.place, data),
  ];
  if (errors.length > 0) return conflict(...errors);
  const membership: MembershipRecord = {
    id: data.newId(),
    place: place.place,
    placeId: place.id,
    memberType,
    memberId,
    roleKey,
    targetIds: targetIds(body, place.place, []),
    updatedAtMs: call.nowMs,
  };
  data.core.memberships.set(membership.id, membership);
  return created(view(membership, data));
}

function membershipOf(call: SandboxCall): MembershipRecord | undefined {
  const place = placeOf(call);
  const membership = call.data.core.memberships.get(idOf(call.params['membership_id']));
  const isThere = membership?.place === place?.place && membership?.placeId === place?.id;
  return isThere ? membership : undefined;
}

export function updateTeamMember(call: SandboxCall): Answer {
  const membership = membershipOf(call);
  if (membership === undefined) return notFound;
  const { body, data } = call;
  const roleKey = textOf(body['role_key']) ?? membership.roleKey;
  const errors = roleFaults(roleKey, membership.place, data);
  if (errors.length > 0) return conflict(...errors);
  if (roleKey !== membership.roleKey && isLastAdmin(membership, data)) {
    return conflict('There must be at least one administrator');
  }
  membership.roleKey = roleKey;
  membership.targetIds = targetIds(body, membership.place, membership.targetIds);
  membership.updatedAtMs = call.nowMs;
  return ok(view(membership, data));
}

export function removeTeamMember(call: SandboxCall): Answer {
  const membership = membershipOf(call);
  if (membership === undefined) return notFound;
  if (isLastAdmin(membership, call.data)) return conflict('There must be at least one administrator');
  call.data.core.memberships.delete(membership.id);
  return noContent;
}
