import { type ErrorItem, fieldError } from './answer.ts';
import type { AccountData, AdminRecord } from './records.ts';

const languages: readonly string[] = ['en', 'es', 'pt'];
const applications: readonly string[] = ['content', 'channels', 'customers', 'insights'];
/** The shortest password that the policy of an account can ask for. */
const passwordCharactersMin = 12;

/** What is written of a member; without `id` of a new one. */
export type UserAttributes = Pick<
  AdminRecord,
  'firstName' | 'lastName' | 'email' | 'username' | 'lang' | 'timeZone' | 'applicationAccess'
> & { readonly id: number | undefined; readonly password: string | undefined };

/** A username from before spaces were refused fails here too, whatever else is changed. */
export function faultsOfUser(wanted: UserAttributes, data: AccountData): readonly ErrorItem[] {
  const others = [...data.admins.values()].filter(({ id }) => id !== wanted.id);
  return [
    ...nameFaults(wanted),
    ...emailFaults(wanted, others),
    ...usernameFaults(wanted, others),
    ...listFaults(wanted),
    ...passwordFaults(wanted),
  ];
}

function nameFaults({ firstName, lastName }: UserAttributes): readonly ErrorItem[] {
  return [
    ...(firstName === '' ? [fieldError('first_name', "First name can't be blank", 'blank')] : []),
    ...(lastName === '' ? [fieldError('last_name', "Last name can't be blank", 'blank')] : []),
  ];
}

function emailFaults({ email }: UserAttributes, others: readonly AdminRecord[]): readonly ErrorItem[] {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return [fieldError('email', 'Email is invalid', 'invalid')];
  const isTaken = others.some((other) => other.email.toLowerCase() === email.toLowerCase());
  return isTaken ? [fieldError('email', 'Must be unique', 'taken')] : [];
}

function usernameFaults({ username }: UserAttributes, others: readonly AdminRecord[]): readonly ErrorItem[] {
  if (!/^[\p{L}\p{N}|#@%._\-'+/]+$/u.test(username)) {
    return [fieldError('username', 'Username is invalid', 'invalid')];
  }
  const isTaken = others.some((other) => other.username.toLowerCase() === username.toLowerCase());
  return isTaken ? [fieldError('username', 'Must be unique', 'taken')] : [];
}

function listFaults({ lang, applicationAccess }: UserAttributes): readonly ErrorItem[] {
  return [
    ...(languages.includes(lang)
      ? []
      : [fieldError('lang', 'Lang is not included in the list', 'inclusion')]),
    ...(applicationAccess.every((name) => applications.includes(name))
      ? []
      : [fieldError('application_access', 'Application access is not included in the list', 'inclusion')]),
  ];
}

function passwordFaults({ password }: UserAttributes): readonly ErrorItem[] {
  if (password === undefined || password.length >= passwordCharactersMin) return [];
  const message = `Password is too short (minimum is ${passwordCharactersMin} characters)`;
  return [fieldError('password', message, 'too_short')];
}
