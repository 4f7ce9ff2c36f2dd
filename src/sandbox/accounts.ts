/** What a token may do. `owner` everything; `editor` writes entries and categories; `viewer` only reads. */
type SandboxRole = 'owner' | 'editor' | 'viewer';

export type SandboxPermission = 'none' | 'read' | 'write' | 'manage';

/** One API token and the team member who owns it. `spaceIds` limits the spaces that the owner was invited to. */
export interface SandboxToken {
  readonly token: string;
  /** Names the token in the request record, so that a test never compares secrets: `andes:owner`. */
  readonly label: string;
  readonly role: SandboxRole;
  readonly spaceIds?: readonly number[];
  readonly adminId: number;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * One account of the sandbox. Two accounts exist, and their spaces share names, uids and numeric ids on
 * purpose: only `canary` tells whose text an answer carries.
 */
export interface SandboxAccount {
  readonly key: 'andes' | 'pampa';
  readonly id: number;
  readonly name: string;
  /** What the `Host` header must say for this account to answer. */
  readonly host: string;
  /** Stands in descriptions and field values of this account and of no other. */
  readonly canary: string;
  /** The full-permission token. */
  readonly token: string;
  readonly tokens: readonly SandboxToken[];
  readonly timeZone: string;
  /** Minutes that the account's clock is ahead of UTC; every timestamp is written in this offset. */
  readonly utcOffsetMinutes: number;
}

const granted: Readonly<Record<SandboxRole, readonly SandboxPermission[]>> = {
  owner: ['none', 'read', 'write', 'manage'],
  editor: ['none', 'read', 'write'],
  viewer: ['none', 'read'],
};

export function isPermitted(token: SandboxToken, permission: SandboxPermission): boolean {
  return granted[token.role].includes(permission);
}

/** The seeded spaces. The second one's id is the third one's uid, and its uid the third one's name. */
export const sandboxSpaceIds = { bank: 31, stores: 2026, campaigns: 33 } as const;

const owner = { adminId: 1, firstName: 'Ada', lastName: 'Rivers' } as const;
const editor = { adminId: 5, firstName: 'Bruno', lastName: 'Salas' } as const;
const viewer = { adminId: 6, firstName: 'Carla', lastName: 'Montes' } as const;

function tokensOf(key: string): readonly SandboxToken[] {
  return [
    { token: `sandbox-token-${key}`, label: `${key}:owner`, role: 'owner', ...owner },
    { token: `sandbox-token-${key}-viewer`, label: `${key}:viewer`, role: 'viewer', ...viewer },
    {
      token: `sandbox-token-${key}-one-space`,
      label: `${key}:one-space`,
      role: 'editor',
      spaceIds: [sandboxSpaceIds.bank],
      ...editor,
    },
    {
      token: `sandbox-token-${key}-editor`,
      label: `${key}:editor`,
      role: 'editor',
      ...editor,
    },
  ];
}

export const sandboxAccounts: { readonly andes: SandboxAccount; readonly pampa: SandboxAccount } = {
  andes: {
    key: 'andes',
    id: 7,
    name: 'Andes Demo',
    host: 'andes.sandbox.invalid',
    canary: 'CANARY_ANDES',
    token: 'sandbox-token-andes',
    tokens: tokensOf('andes'),
    timeZone: 'Santiago',
    utcOffsetMinutes: -180,
  },
  pampa: {
    key: 'pampa',
    id: 8,
    name: 'Pampa Demo',
    host: 'pampa.sandbox.invalid',
    canary: 'CANARY_PAMPA',
    token: 'sandbox-token-pampa',
    tokens: tokensOf('pampa'),
    timeZone: 'Bogota',
    utcOffsetMinutes: -300,
  },
};
