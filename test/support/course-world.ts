export interface CourseUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: 'admin' | 'user' | 'viewer';
}

export interface CourseTodo {
  readonly id: number;
  readonly title: string;
  readonly is_completed: boolean;
}

/** What the tools of the course act on for one tenant: nothing leaves memory. */
export interface CourseAccount {
  /** Text by path. */
  readonly files: Map<string, string>;
  readonly directories: Set<string>;
  /** Files that can be neither deleted nor renamed. */
  readonly locked: Set<string>;
  readonly users: CourseUser[];
  readonly todos: Map<number, CourseTodo>;
  /** Channels that exist. */
  readonly channels: Set<string>;
  readonly sent: { readonly channel: string; readonly text: string }[];
  /** Whether the chat takes a message, refuses it, or never answers. */
  chat: 'takes' | 'refuses' | 'hangs';
  /** Whether the database answers or breaks. */
  database: 'answers' | 'breaks';
}

/** One account a tenant. */
export interface CourseWorld {
  account(tenantId: string): CourseAccount;
  /** The account as it was at first. */
  renew(tenantId: string): CourseAccount;
}

export function createCourseWorld(): CourseWorld {
  const accounts = new Map<string, CourseAccount>();
  function renew(tenantId: string): CourseAccount {
    const account = createAccount();
    accounts.set(tenantId, account);
    return account;
  }
  return { account: (tenantId) => accounts.get(tenantId) ?? renew(tenantId), renew };
}

function createAccount(): CourseAccount {
  return {
    files: new Map([
      ['notes/a.txt', 'first'],
      ['notes/b.txt', 'second'],
      ['notes/draft-a.md', 'third'],
      ['notes/draft-b.md', 'fourth'],
    ]),
    directories: new Set(['notes']),
    locked: new Set(),
    users: [{ id: 1, name: 'Ana', email: 'ana@example.test', role: 'admin' }],
    todos: new Map(),
    channels: new Set(['#general']),
    sent: [],
    chat: 'takes',
    database: 'answers',
  };
}

/** The directories above a path, outermost first, and the path itself if it is one. */
export function directoriesOf(path: string): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/** Files that a pattern means: `*` stands for any text of one name, `**` for any path. */
export function matchingFiles({ files }: CourseAccount, pattern: string): readonly string[] {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    // However many stand in a row: each more would multiply the ways in which the pattern fails.
    .replaceAll(/\*{2,}/g, '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*');
  const matches = new RegExp(`^${source}$`);
  return [...files.keys()].filter((path) => matches.test(path)).sort();
}
