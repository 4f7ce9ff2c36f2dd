import { z } from 'zod';
import type { Entry } from '../../../modyo/content/entries.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { isAfter, isSameMoment } from '../../moment.ts';
import { isLive } from './entry-lifecycle.ts';

export const schedule = z.object({
  publish_at: z.string().optional(),
  unpublish_at: z.string().optional(),
});

const plan = z.object({ publish: z.string().nullish(), unpublish: z.string().nullish() });

/** When an entry was asked to go out and to come back; `undefined` is at once, and never. */
interface Timing {
  readonly publishAt: string | undefined;
  readonly unpublishAt: string | undefined;
}

export function isScheduled(entry: Entry): boolean {
  return entry.scheduled === true || entry.status === 'scheduled';
}

/** When an entry goes out and when it comes back, where Modyo has either planned. */
export function scheduleOf({ workflow }: Entry): z.output<typeof schedule> | undefined {
  const planned = plan.safeParse(workflow?.['schedule']);
  if (!planned.success) return undefined;
  const { publish, unpublish } = planned.data;
  if (!publish && !unpublish) return undefined;
  return { ...(publish && { publish_at: publish }), ...(unpublish && { unpublish_at: unpublish }) };
}

/** Whether an entry is out as it was last saved, or waits for the moment that was asked for. */
export function isPublishedAsAsked(stored: Entry, { publishAt }: Timing): boolean {
  if (isScheduled(stored)) return publishAt !== undefined;
  if (!isLive(stored) || stored.dirty === true) return false;
  return publishAt === undefined || isPublishedSince(stored, publishAt);
}

/** A moment that has passed publishes at once, so the publication is not older than it. */
function isPublishedSince({ published_at: publishedAt }: Entry, moment: string): boolean {
  return publishedAt !== undefined && !isAfter(moment, publishedAt);
}

/** The moments that were asked for and are not the ones that the re-read shows as planned. */
export function timingLosses(stored: Entry, { publishAt, unpublishAt }: Timing): readonly Warning[] {
  const planned = scheduleOf(stored);
  const begin = planned?.publish_at ?? stored.published_at;
  const end = planned?.unpublish_at ?? stored.unpublished_at;
  return [
    ...(publishAt === undefined || !isScheduled(stored) || isSameMoment(begin, publishAt)
      ? []
      : [notPlanned('publish_at')]),
    ...(unpublishAt === undefined || isSameMoment(end, unpublishAt) ? [] : [notPlanned('unpublish_at')]),
  ];
}

function notPlanned(path: keyof z.output<typeof schedule>): Warning {
  return {
    code: 'SCHEDULE_NOT_STORED',
    path,
    message: 'The platform accepted the call, and this is not the time that it has planned.',
  };
}
