import type { JsonObject } from './json-object.ts';

/** Where a role counts. */
export type RoleContext = 'account' | 'site' | 'space' | 'realm';

/** Where somebody can be a member, by the segment of the path. */
export type TeamPlace = 'sites' | 'spaces' | 'realms';

export interface RoleRecord {
  readonly id: number;
  /** What is assigned; it stays when the name changes. */
  readonly key: string;
  name: string;
  readonly context: RoleContext;
  /** One of the platform's own fifteen. */
  readonly isDefault: boolean;
  permissions: readonly string[];
  readonly createdAtMs: number;
  updatedAtMs: number;
}

export interface GroupRecord {
  readonly id: number;
  name: string;
  /** The role that its members have in the account. */
  roleId: number;
  adminIds: readonly number[];
  applicationAccess: readonly string[];
  readonly createdAtMs: number;
  updatedAtMs: number;
}

/** One member of the team, or one group, with a role in one place. */
export interface MembershipRecord {
  readonly id: number;
  readonly place: TeamPlace;
  readonly placeId: number;
  readonly memberType: 'AdminUser' | 'Group';
  readonly memberId: number;
  roleKey: string;
  /** Ids of the segments that a role in a realm is restricted to. */
  targetIds: readonly number[];
  updatedAtMs: number;
}

export interface SiteRecord {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly host: string;
  readonly status: 'enabled' | 'disabled' | 'draft';
  /** Of a stage: the site that it is a stage of. */
  readonly stageOf?: number;
}

export interface RealmRecord {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

export interface LogRecord {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  /** `undefined`: nobody did it, the platform did. */
  readonly adminId: number | undefined;
  readonly siteId: number | null;
  readonly spaceId: number | null;
  readonly realmId: number | null;
  readonly loggeableType: string;
  readonly loggeableId: number;
  readonly createdAtMs: number;
}

/** What an account holds besides its content. */
export interface CoreData {
  readonly roles: Map<number, RoleRecord>;
  readonly groups: Map<number, GroupRecord>;
  readonly memberships: Map<number, MembershipRecord>;
  readonly sites: Map<number, SiteRecord>;
  readonly realms: Map<number, RealmRecord>;
  readonly logs: readonly LogRecord[];
  /** Settings of the account by their wire names. */
  settings: JsonObject;
  settingsUpdatedAtMs: number;
}
