import type { Json } from '../../../errors/app-error.ts';
import { type AdminUser, getAdminUser, listAdminUserSessions } from '../../../modyo/core/users.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { counted, plannedChanges } from '../../plan-wording.ts';
import { ownUserId } from '../own-user.ts';
import type { OfUser } from '../resolvers.ts';
import { sentAttributes, userAttributeNames } from './user-arguments.ts';
import { shownUser, userResource, userVersion } from './user-shape.ts';

/** What an update sends, as far as its consequences depend on it. */
interface SentUserChange {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly application_access?: readonly string[] | undefined;
  readonly password?: string | undefined;
}

/** Whether a person may have to agree: a login, a password or an access could be taken away. */
export function touchesAccess(sent: SentUserChange): boolean {
  return [sent.email, sent.username, sent.application_access, sent.password].some(
    (value) => value !== undefined,
  );
}

/** The difference that the write would make. Of a password it says that there is one, and what follows. */
export async function planUserChange(sent: SentUserChange, ctx: OfUser): Promise<Plan> {
  const before = await getAdminUser(ctx.modyo, ctx.user.id);
  const changed = changesOf(before, sentAttributes(sent));
  const sentences = [
    `The admin user ${shownUser(before)} is changed in ${counted(changed.length, 'place', 'places')}.`,
    ...loginSentences(before, sent),
    ...accessSentences(before, sent),
  ];
  if (sent.password === undefined) {
    return {
      resource: userResource(before),
      version: userVersion(before),
      changes: { changed },
      summary: sentences.join(' '),
      ...(sentences.length === 1 && { isHarmless: true }),
    };
  }
  const isOwn = (await ownUserId(ctx)) === before.id;
  const sessions = await listAdminUserSessions(ctx.modyo, before.id);
  return {
    resource: userResource(before),
    version: userVersion(before),
    changes: { changed, password_is_replaced: true, ends_sessions: isOwn ? null : sessions.total },
    summary: [...sentences, passwordSentence(isOwn, sessions.total)].join(' '),
  };
}

/** What would differ; a list of applications is the same in any order. */
export function changesOf(
  before: AdminUser,
  asked: Readonly<Record<string, Json | undefined>>,
): readonly Json[] {
  const stored = Object.fromEntries(userAttributeNames.map((name) => [name, sorted(before[name] as Json)]));
  const sent = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, sorted(value)] as const],
  );
  return plannedChanges(stored, { ...stored, ...Object.fromEntries(sent) });
}

function sorted(value: Json): Json {
  return Array.isArray(value) ? value.toSorted() : value;
}

function passwordSentence(isOwn: boolean, sessionsCount: number): string {
  if (isOwn) return 'The password of the user who owns the token of this connection is replaced.';
  return `The password is replaced: the user is signed out everywhere (${counted(sessionsCount, 'open session', 'open sessions')}) and must choose another one at the next sign-in.`;
}

function loginSentences(before: AdminUser, { email, username }: SentUserChange): readonly string[] {
  return [
    ...(email !== undefined && email !== before.email
      ? ['Messages, with them the ones that reset a password, go to the new email.']
      : []),
    ...(username !== undefined && username !== before.username
      ? ['The user signs in with the new username.']
      : []),
  ];
}

function accessSentences(before: AdminUser, sent: SentUserChange): readonly string[] {
  const lost = lostApplications(before, sent.application_access);
  return lost.length === 0 ? [] : [`The user can no longer open: ${lost.join(', ')}.`];
}

/** Applications that a new list takes away; none if none was sent. */
export function lostApplications(
  { application_access: stored = [] }: AdminUser,
  wanted: readonly string[] | undefined,
): readonly string[] {
  return wanted === undefined ? [] : stored.filter((name) => !wanted.includes(name));
}
