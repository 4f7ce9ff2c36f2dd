import type { Json } from '../../../errors/app-error.ts';
import { getSettings, type Settings } from '../../../modyo/core/settings.ts';
import type { Plan } from '../../../toolkit/action.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { counted, plannedChanges, quoted, versionMark } from '../../plan-wording.ts';
import { sentSettings, settingNames } from './setting-arguments.ts';
import { accountResource, unseenSettings } from './setting-shape.ts';

type Asked = { readonly [name: string]: Json };

/** Whether a person may have to agree: somebody could be locked out, or what is closed be opened. */
export function touchesMany(input: object): boolean {
  return consequencesOf(sentSettings(input)).length > 0;
}

/** The difference that the write would make, and what follows from it. */
export async function planSettings(input: object, { modyo }: ModyoToolContext): Promise<Plan> {
  const asked = sentSettings(input);
  const before = await getSettings(modyo);
  const unseen = unseenSettings(asked, before);
  const stored = Object.fromEntries(
    settingNames.filter((name) => !unseen.includes(name)).map((name) => [name, before[name] as Json]),
  );
  const seen = Object.fromEntries(Object.entries(asked).filter(([name]) => !unseen.includes(name)));
  const changed = plannedChanges(stored, { ...stored, ...seen });
  const consequences = consequencesOf(differing(asked, before));
  return {
    resource: accountResource(before),
    version: versionMark(before.id, before.updated_at, before.host),
    changes: {
      changed,
      ...(unseen.length > 0 && {
        sets: Object.fromEntries(unseen.map((name) => [name, asked[name] ?? null])),
      }),
    },
    summary: [
      `The account ${quoted(before.name)} is changed in ${counted(changed.length + unseen.length, 'setting', 'settings')}.`,
      ...consequences,
    ].join(' '),
    ...(consequences.length === 0 && { isHarmless: true }),
  };
}

/** What is asked for and is not so already, as far as that can be seen. */
function differing(asked: Asked, before: Settings): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => before[name] !== value));
}

/** What a person has to know before they agree, in the order of how much it breaks. */
function consequencesOf(asked: Asked): readonly string[] {
  const passwords = [
    'min_length_value',
    'require_lowercase_enabled',
    'require_uppercase_enabled',
    'require_symbols_enabled',
  ];
  const isAsked = (names: readonly string[]) => names.some((name) => asked[name] !== undefined);
  const sentences: readonly (readonly [boolean, string])[] = [
    [
      isAsked(['host']),
      `The address of the account becomes ${quoted(String(asked['host']))}: every link, integration and API client that uses the present one stops working, this connection included, until it is given the new one.`,
    ],
    [
      isAsked(passwords),
      'The rules for passwords change for every admin user: a password that breaks them has to be replaced.',
    ],
    [
      asked['otp_required'] === true,
      'Every admin user needs a second factor at the next sign-in, and is locked out without one.',
    ],
    [asked['otp_required'] === false, 'Admin users can sign in without a second factor.'],
    [isAsked(['expire_after']), 'Sessions end after another time for every admin user.'],
    [
      isAsked(['inactive_period_enabled', 'user_inactivity_period', 'reactivation_mail_enabled']),
      'Which admin users are deactivated for staying away, and whether they hear of it, changes.',
    ],
    [asked['cors_allow_all'] === true, 'Any web page can read what the account answers to other origins.'],
    [
      isAsked(['default_site_id', 'default_site_permanent_redirect']),
      'Visitors of the address of the account are sent elsewhere.',
    ],
  ];
  return sentences.filter(([applies]) => applies).map(([, sentence]) => sentence);
}
