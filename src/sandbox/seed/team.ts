import type { SandboxAccount } from '../accounts.ts';
import type { AdminRecord, AdminSessionRecord } from '../records.ts';
import { createRandom, type Random } from './random.ts';

/** Members whose names sort at the end, for lists of several pages and changes of many at once. */
const tellersCount = 130;
const firstTellerId = 201;
const hourMs = 3_600_000;

interface MemberSeed {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly username?: string;
  readonly isActive?: boolean;
  readonly roleKey?: string;
  readonly applicationAccess?: readonly string[];
  readonly sessionsCount?: number;
}

/**
 * Members without a token. Two share a name; the username of one is the id of another; one has a username
 * from before the platform refused spaces.
 */
const memberSeeds: readonly MemberSeed[] = [
  { id: 41, firstName: 'Site', lastName: 'Builder', applicationAccess: ['channels'], sessionsCount: 2 },
  { id: 42, firstName: 'Team', lastName: 'Manager', roleKey: 'account_admin', sessionsCount: 1 },
  { id: 43, firstName: 'Former', lastName: 'Member', isActive: false },
  { id: 44, firstName: 'Legacy', lastName: 'Account', username: 'legacy account' },
  { id: 45, firstName: 'Support', lastName: 'Agent', username: 'support.agent', sessionsCount: 1 },
  { id: 46, firstName: 'Support', lastName: 'Agent', username: 'support.agent+2' },
  { id: 47, firstName: 'Night', lastName: 'Shift', username: '41' },
];

/** The members who own the tokens of an account. */
function tokenOwners(account: SandboxAccount): readonly MemberSeed[] {
  const owners = new Map<number, MemberSeed>();
  for (const { adminId: id, firstName, lastName, role } of account.tokens) {
    const roleKey = role === 'owner' ? 'account_owner' : 'account_user';
    if (!owners.has(id)) owners.set(id, { id, firstName, lastName, roleKey, applicationAccess: ['content'] });
  }
  return [...owners.values()];
}

function tellers(): readonly MemberSeed[] {
  return Array.from({ length: tellersCount }, (_, index) => ({
    id: firstTellerId + index,
    firstName: 'Teller',
    lastName: String(index + 1).padStart(3, '0'),
  }));
}

function sessionsOf(count: number, random: Random, startedAtMs: number): Map<string, AdminSessionRecord> {
  const sessions = new Map<string, AdminSessionRecord>();
  for (let index = 0; index < count; index += 1) {
    const uuid = random.uuid();
    sessions.set(uuid, { uuid, createdAtMs: startedAtMs + index * hourMs, isMobile: index % 2 === 1 });
  }
  return sessions;
}

function memberOf(seed: MemberSeed, { account, random, ownerRandom, epochMs }: SeedOptions): AdminRecord {
  const { id, firstName, lastName } = seed;
  const username = seed.username ?? `${firstName}.${lastName}`.toLowerCase();
  const isOwner = account.tokens.some(({ adminId }) => adminId === id);
  return {
    id,
    uuid: (isOwner ? ownerRandom : random).uuid(),
    firstName,
    lastName,
    username,
    email: `${username.replaceAll(' ', '.')}@${account.key}.example`,
    lang: 'es',
    timeZone: account.timeZone,
    isActive: seed.isActive ?? true,
    isPasswordPending: false,
    applicationAccess: seed.applicationAccess ?? [],
    roleKey: seed.roleKey ?? 'account_user',
    sessions: sessionsOf(seed.sessionsCount ?? 0, random, epochMs),
    createdAtMs: epochMs,
    updatedAtMs: epochMs,
    lastLoginAtMs: seed.sessionsCount === undefined ? undefined : epochMs,
  };
}

interface SeedOptions {
  readonly account: SandboxAccount;
  readonly random: Random;
  /** Of the rest of the account, whose sequence the other members do not move on. */
  readonly ownerRandom: Random;
  readonly epochMs: number;
}

/** The team of an account; one member bears its canary in place of a name. */
export function seedTeam(
  account: SandboxAccount,
  ownerRandom: Random,
  epochMs: number,
): Map<number, AdminRecord> {
  const random = createRandom(account.id * 1_000_003);
  const marked = { id: 48, firstName: 'Auditor', lastName: account.canary };
  const seeds = [...tokenOwners(account), ...memberSeeds, marked, ...tellers()];
  return new Map(seeds.map((seed) => [seed.id, memberOf(seed, { account, random, ownerRandom, epochMs })]));
}
