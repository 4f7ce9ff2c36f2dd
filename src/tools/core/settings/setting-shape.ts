import { z } from 'zod';
import type { Json } from '../../../errors/app-error.ts';
import type { Settings } from '../../../modyo/core/settings.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef, Warning } from '../../../toolkit/result.ts';
import { attributeLosses } from '../../attribute-losses.ts';

/** The account as it is echoed: what we rely on, and whatever else Modyo says of it. */
export const settings = foreign({
  id: z.number(),
  name: z.string(),
  host: z.string().optional(),
  uuid: z.string().optional(),
});

export function accountResource({ id, name, host, uuid }: Settings): ResourceRef {
  return { type: 'account', id, name, uid: host, uuid };
}

type Asked = { readonly [name: string]: Json };

/** The settings that were sent and that Modyo does not answer: nobody can say from here whether they are stored. */
export function unseenSettings(asked: Asked, stored: Settings): readonly string[] {
  return Object.keys(asked).filter((name) => !Object.hasOwn(stored, name) || stored[name] === undefined);
}

/** What is not as it was asked for, and what cannot be seen. */
export function settingLosses(asked: Asked, stored: Settings): readonly Warning[] {
  const unseen = unseenSettings(asked, stored);
  const seen = Object.entries(asked).filter(([name]) => !unseen.includes(name));
  return [
    ...attributeLosses(Object.fromEntries(seen), stored),
    ...unseen.map((path) => ({
      code: 'VALUE_NOT_SHOWN',
      path,
      message: 'The platform does not show this setting, so whether it is stored cannot be told from here.',
    })),
  ];
}
