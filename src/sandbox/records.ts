import type { Json } from '../errors/app-error.ts';
import type { SandboxAccount } from './accounts.ts';
import type { CoreData } from './core-records.ts';

export const fieldTypes = [
  'string',
  'text',
  'rich_text',
  'dropdown',
  'radio',
  'checkbox',
  'multiple',
  'boolean',
  'integer',
  'decimal',
  'date',
  'locations',
  'asset',
  'assets',
  'content_type',
  'content_types',
] as const;

export type FieldType = (typeof fieldTypes)[number];

export interface FieldValidations {
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly regexp?: string | null;
  /** Characters at most. */
  readonly length?: number | null;
  /** Allowed values, one a line; a leading `*` marks the default. */
  readonly values?: string | null;
  /** The id of the type that a linked entry must have. */
  readonly content_type?: number | null;
  readonly date_range?: { readonly min_date?: string | null; readonly max_date?: string | null } | null;
  readonly number_range?: { readonly min_number?: number | null; readonly max_number?: number | null } | null;
}

export interface FieldRecord {
  readonly id: number;
  name: string;
  hint: string;
  readonly type: FieldType;
  position: number;
  validations: FieldValidations;
}

export interface ContentTypeRecord {
  readonly id: number;
  name: string;
  uid: string;
  description: string;
  single: boolean;
  fields: FieldRecord[];
  readonly createdAtMs: number;
  updatedAtMs: number;
  reindexJob: JobRecord | undefined;
}

/** The part of an entry that is edited, published and scheduled as one. */
export interface EntryContent {
  readonly name: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly categoryId: number | null;
  readonly tags: readonly string[];
  readonly isPrivate: boolean;
  readonly targets: readonly number[];
  /** Field id → value in its stored form; a field without a value is absent. */
  readonly values: ReadonlyMap<number, Json>;
}

interface EntrySchedule {
  readonly publishAtMs: number;
  readonly content: EntryContent;
}

/** What was published once and is not any more. */
export interface BackupRecord {
  readonly id: number;
  readonly content: EntryContent;
  readonly publishedAtMs: number;
}

/** The review of one version, by the rules that the space had when it began. */
export interface ReviewRecord {
  /** Different people who have to approve. */
  readonly approvalsWanted: number;
  /** Which of the chosen reviewers have to be among them. */
  readonly mustApprove: 'all' | 'some' | 'nobody';
  /** Ids of team members. */
  readonly chosen: readonly number[];
  /** Whether only the chosen may approve. */
  readonly isLocked: boolean;
  /** Ids of the team members who have approved. */
  readonly approvals: Set<number>;
  isRejected: boolean;
}

/** One language of one logical entry: its own id, and a `uuid` shared with the other languages. */
export interface EntryRecord {
  readonly id: number;
  readonly uuid: string;
  readonly typeId: number;
  readonly locale: string;
  readonly authorId: number;
  readonly workflowId: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  workflowState: 'draft' | 'reviewing' | 'approved' | 'archived';
  /** The last review; `undefined` until there is one. */
  review: ReviewRecord | undefined;
  editable: EntryContent;
  published: EntryContent | undefined;
  publishedAtMs: number | undefined;
  /** How often it has been published. */
  publications: number;
  /** The newest first. */
  backups: readonly BackupRecord[];
  unpublishAtMs: number | undefined;
  schedule: EntrySchedule | undefined;
}

export interface CategoryRecord {
  readonly id: number;
  readonly uuid: string;
  name: string;
  slug: string;
  parentId: number | null;
  readonly createdAtMs: number;
  updatedAtMs: number;
}

export interface SpaceRecord {
  readonly id: number;
  readonly uuid: string;
  name: string;
  uid: string;
  description: string;
  readonly defaultLocale: string;
  locales: readonly string[];
  /** Review rules, CORS, cache and the other plain attributes, by their wire names. */
  settings: { readonly [attribute: string]: Json | undefined };
  readonly createdAtMs: number;
  updatedAtMs: number;
  readonly types: Map<number, ContentTypeRecord>;
  readonly categories: Map<number, CategoryRecord>;
  readonly entries: Map<number, EntryRecord>;
  /** uuid → locale → the entry's version in that language. */
  readonly entriesByUuid: Map<string, Map<string, EntryRecord>>;
  /** The entries that the clock will publish or unpublish. */
  readonly timedEntries: Set<EntryRecord>;
}

/** One place where a team member is signed in. */
export interface AdminSessionRecord {
  readonly uuid: string;
  readonly createdAtMs: number;
  readonly isMobile: boolean;
}

/** A team member. */
export interface AdminRecord {
  readonly id: number;
  readonly uuid: string;
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  lang: string;
  timeZone: string;
  isActive: boolean;
  /** Whether the next login asks for a new password, since somebody else set the present one. */
  isPasswordPending: boolean;
  applicationAccess: readonly string[];
  /** The role in the account. */
  roleKey: string;
  readonly sessions: Map<string, AdminSessionRecord>;
  readonly createdAtMs: number;
  updatedAtMs: number;
  readonly lastLoginAtMs: number | undefined;
}

/** A media file that entries may point to. */
export interface AssetRecord {
  readonly id: number;
  readonly uuid: string;
  readonly fileName: string;
  contentType: string;
  sizeBytes: number;
  title: string;
  altText: string | null;
  description: string | null;
  tags: readonly string[];
  readonly authorId: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
}

export type JobType =
  | 'BackgroundJobs::ReindexContentType'
  | 'BackgroundJobs::DestroySpace'
  | 'BackgroundJobs::BulkAssets'
  | 'BackgroundJobs::BulkEntries';

/** A background job: it is `run` once its time has come, and its progress follows the clock until then. */
export interface JobRecord {
  readonly uuid: string;
  readonly type: JobType;
  readonly total: number;
  readonly createdAtMs: number;
  readonly durationMs: number;
  state: 'waiting' | 'completed' | 'failed' | 'aborted';
  results: Json | undefined;
  readonly run: (nowMs: number) => Json | undefined;
}

/** Everything that one account holds. Nothing is shared between accounts. */
export interface AccountData {
  readonly account: SandboxAccount;
  readonly uuid: string;
  readonly createdAtMs: number;
  readonly jobDurationMs: number;
  readonly admins: Map<number, AdminRecord>;
  readonly core: CoreData;
  readonly spaces: Map<number, SpaceRecord>;
  readonly assets: Map<number, AssetRecord>;
  readonly jobs: Map<string, JobRecord>;
  /** A number never given before in this account. */
  newId(): number;
  /** The next of the account's own deterministic sequence. */
  newUuid(): string;
}
