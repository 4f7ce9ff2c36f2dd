import { foundOrNothing } from '../../../modyo/absence.ts';
import { getProfile } from '../../../modyo/account.ts';
import type { LogRecord } from '../../../modyo/core/logs.ts';
import type { Warning } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { isAfter } from '../../moment.ts';
import type { Place } from '../place.ts';
import { roleKeysOf } from '../profile-roles.ts';

/** Whose records Modyo lets this caller see. */
interface LogView {
  readonly seen: 'all' | 'of_place' | 'own' | 'unknown';
  /** Whether nothing that there is was withheld, as far as that is known. */
  readonly isWhole: boolean;
  readonly warnings: readonly Warning[];
}

const seesAll = ['account_owner', 'account_admin'];

/**
 * Modyo withholds the records of others in silence, so whether it did is concluded from the roles of whoever
 * owns the token. In a place that they were invited to they see all of it.
 */
export async function viewOf({ modyo }: ModyoToolContext, place: Place | undefined): Promise<LogView> {
  if (place !== undefined) return { seen: 'of_place', isWhole: true, warnings: [] };
  const profile = await foundOrNothing(getProfile(modyo));
  const keys = profile && roleKeysOf(profile);
  if (keys?.some((key) => seesAll.includes(key)) === true) {
    return { seen: 'all', isWhole: true, warnings: [] };
  }
  if (keys === undefined) return { seen: 'unknown', isWhole: false, warnings: [maybeOwn] };
  return { seen: 'own', isWhole: false, warnings: [onlyOwn] };
}

const onlyOwn: Warning = {
  code: 'ONLY_OWN_RECORDS',
  path: 'data.logs',
  message:
    'The owner of the token is no owner or full administrator of the account, to whom the platform shows their own records alone. Name a space, a site or a realm to see those of others there.',
};

const maybeOwn: Warning = {
  code: 'MAYBE_ONLY_OWN_RECORDS',
  path: 'data.logs',
  message:
    'The platform does not say which roles the owner of the token has; without those of an owner it shows their own records alone.',
};

interface SentFilters {
  readonly types?: readonly string[] | undefined;
  readonly not_in_types?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The filters that the records themselves show to have been dropped. */
export function ignoredFilters(records: readonly LogRecord[], sent: SentFilters): readonly Warning[] {
  const { types, not_in_types: excluded, from, to } = sent;
  const breaks: Readonly<Record<string, (record: LogRecord) => boolean>> = {
    types: ({ type }) => types !== undefined && type !== undefined && !types.includes(type),
    not_in_types: ({ type }) => type !== undefined && excluded?.includes(type) === true,
    from: ({ created_at: at }) => from !== undefined && at !== undefined && isAfter(from, at),
    to: ({ created_at: at }) => to !== undefined && at !== undefined && isAfter(at, to),
  };
  return Object.entries(breaks)
    .filter(([, isBroken]) => records.some(isBroken))
    .map(([path]) => ({
      code: 'FILTER_IGNORED',
      path,
      message: 'The platform listed records that this filter should have left out.',
    }));
}

/**
 * The types of an empty answer of which there is no record at all: the platform answers nothing to a type
 * that does not exist, as it does to one that never happened.
 */
export async function unknownTypes(
  types: readonly string[] | undefined,
  readTypes: () => Promise<readonly string[]>,
): Promise<readonly Warning[]> {
  if (types === undefined) return [];
  const known = await readTypes();
  return types.flatMap((type, index) =>
    known.includes(type)
      ? []
      : [
          {
            code: 'TYPE_WITHOUT_RECORDS',
            path: `types.${index}`,
            message: 'The account has no record of this type: it never happened, or there is no such type.',
          },
        ],
  );
}
