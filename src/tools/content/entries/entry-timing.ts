import { z } from 'zod';
import type { Entry } from '../../../modyo/content/entries.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { isAfter, isSameMoment } from '../../moment.ts';
import { readMoment, showMoment } from '../../zoned-moment.ts';
import { isLive } from './entry-lifecycle.ts';

/** The moments that are planned: as Modyo writes them, as instants, and in the zone of the call. */
export const schedule = z.object({
  publish_at: z.string().optional(),
  publish_at_utc: z.string().optional(),
  publish_at_local: z.string().optional(),
  unpublish_at: z.string().optional(),
  unpublish_at_utc: z.string().optional(),
  unpublish_at_local: z.string().optional(),
  /** Of the local times. */
  time_zone: z.string().optional(),
});

type Schedule = z.output<typeof schedule>;

type Planned = Pick<Schedule, 'publish_at' | 'unpublish_at'>;

const plan = z.object({ publish: z.string().nullish(), unpublish: z.string().nullish() });

/** When an entry was asked to go out and to come back; `undefined` is at once, and never. */
export interface Timing {
  readonly publishAt: string | undefined;
  readonly unpublishAt: string | undefined;
  /** In which the local times of the answer are told; `undefined` for that of Modyo's own times. */
  readonly timeZone?: string | undefined;
}

interface SentTiming {
  readonly publish_at?: string | undefined;
  readonly unpublish_at?: string | undefined;
  readonly time_zone?: string | undefined;
}

/** The points in time that a call names, after {@link refuseTimes} has let them pass. */
export function timingOf({
  publish_at: publishAt,
  unpublish_at: unpublishAt,
  time_zone: zone,
}: SentTiming): Timing {
  return { publishAt: momentOf(publishAt, zone), unpublishAt: momentOf(unpublishAt, zone), timeZone: zone };
}

function momentOf(text: string | undefined, zone: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const read = readMoment(text, zone);
  return read.ok ? read.at : text;
}

/** Refuses times that are none in their zone, and an end that does not come after its beginning. */
export function refuseTimes(sent: SentTiming, issues: z.core.ParsePayload<SentTiming>['issues']): void {
  // What is no time, or no zone, has been refused already.
  if (issues.length > 0) return;
  const faults = (['publish_at', 'unpublish_at'] as const).flatMap((name) => {
    const text = sent[name];
    const read = text === undefined ? undefined : readMoment(text, sent.time_zone);
    return read === undefined || read.ok ? [] : [{ path: [name], message: read.message }];
  });
  const { publishAt, unpublishAt } = timingOf(sent);
  const isInOrder = publishAt === undefined || unpublishAt === undefined || isAfter(unpublishAt, publishAt);
  if (faults.length === 0 && !isInOrder) {
    faults.push({ path: ['unpublish_at'], message: 'Has to be later than publish_at' });
  }
  for (const fault of faults) issues.push({ code: 'custom', input: sent, ...fault });
}

export function isScheduled(entry: Entry): boolean {
  return entry.scheduled === true || entry.status === 'scheduled';
}

/** When an entry goes out and when it comes back, where Modyo has either planned. */
export function scheduleOf({ workflow }: Entry): Planned | undefined {
  const planned = plan.safeParse(workflow?.['schedule']);
  if (!planned.success) return undefined;
  const { publish, unpublish } = planned.data;
  if (!publish && !unpublish) return undefined;
  return { ...(publish && { publish_at: publish }), ...(unpublish && { unpublish_at: unpublish }) };
}

/** What is planned, as it is answered: each moment as an instant and in the zone of the call as well. */
export function shownSchedule(planned: Planned, timeZone: string | undefined): Schedule {
  const { publish_at: publishAt, unpublish_at: unpublishAt } = planned;
  const publish = publishAt === undefined ? undefined : showMoment(publishAt, timeZone);
  const unpublish = unpublishAt === undefined ? undefined : showMoment(unpublishAt, timeZone);
  const zone = publish?.zone ?? unpublish?.zone;
  return {
    ...planned,
    ...(publish && { publish_at_utc: publish.utc, publish_at_local: publish.local }),
    ...(unpublish && { unpublish_at_utc: unpublish.utc, unpublish_at_local: unpublish.local }),
    ...(zone !== undefined && { time_zone: zone }),
  };
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

function notPlanned(path: keyof Planned): Warning {
  return {
    code: 'SCHEDULE_NOT_STORED',
    path,
    message: 'The platform accepted the call, and this is not the time that it has planned.',
  };
}
