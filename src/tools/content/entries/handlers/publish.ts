import { z } from 'zod';
import { type Entry, publishEntry } from '../../../../modyo/content/entries.ts';
import { heldGate } from '../../../../toolkit/machine.ts';
import { kit } from '../../../kit.ts';
import { timeZoneParameter, zonedMoment } from '../../../zoned-moment.ts';
import { entryAttributeNames } from '../../parameter-names.ts';
import { forceParameter } from '../entry-arguments.ts';
import { isLive } from '../entry-lifecycle.ts';
import { type Move, makeMove, moveParameters, moveSpec, type Outlook, planMove } from '../entry-move.ts';
import { reviewPage, reviewState } from '../entry-review.ts';
import {
  isPublishedAsAsked,
  refuseTimes,
  scheduleOf,
  shownSchedule,
  timingLosses,
  timingOf,
} from '../entry-timing.ts';
import type { VersionContext } from '../entry-version.ts';

const input = z
  .object({
    ...moveParameters,
    publish_at: zonedMoment('When to publish, at once by default').optional(),
    unpublish_at: zonedMoment('When to take it out of publication again').optional(),
    time_zone: timeZoneParameter,
    force: forceParameter,
  })
  .check(({ value, issues }) => refuseTimes(value, issues));

export const publishAction = kit.mutation({
  ...moveSpec,
  summary: 'Publish an entry in one language, at once or at a given time',
  destructive: false,
  input,
  operations: ['getSpace', 'listEntries', 'getEntry', 'publishEntry'],
  notes: [
    'A new schedule replaces the old one; publishing now ends it.',
    'With review, only approved versions are published.',
  ],
  gate: heldGate({ in: ['approved'], state: reviewState, how: reviewPage }),
  plan: (sent, ctx) => planMove(ctx, publish(sent, ctx), (version) => outlookOf(sent, version)),
  run: (sent, ctx) => makeMove(ctx, publish(sent, ctx)),
});

type Sent = z.output<typeof input>;

function publish(sent: Sent, ctx: VersionContext): Move {
  const timing = timingOf(sent);
  const { publishAt, unpublishAt, timeZone } = timing;
  return {
    name: 'publish',
    isForced: publishAt !== undefined || unpublishAt !== undefined,
    timeZone,
    async act(version) {
      const publication = {
        published_immediately: publishAt === undefined,
        published_at: publishAt,
        unpublish_scheduled: unpublishAt === undefined ? undefined : true,
        unpublished_at: unpublishAt,
        force_publish: sent.force,
      };
      await publishEntry(ctx.modyo, ctx.space.id, version.id, publication, entryAttributeNames);
      return {};
    },
    isReached: (stored) => isPublishedAsAsked(stored, timing),
    losses: (stored) => timingLosses(stored, timing),
  };
}

function outlookOf(sent: Sent, version: Entry): Outlook {
  const { publishAt, unpublishAt, timeZone } = timingOf(sent);
  const planned = {
    ...(publishAt !== undefined && { publish_at: publishAt }),
    ...(unpublishAt !== undefined && { unpublish_at: unpublishAt }),
  };
  const times = shownSchedule(planned, timeZone);
  const at = `${times.publish_at_local} in ${times.time_zone}, which is ${times.publish_at_utc}`;
  return {
    after:
      publishAt === undefined
        ? { entry_status: 'published', is_live: true }
        : { entry_status: 'scheduled', is_live: isLive(version) },
    effect: publishAt === undefined ? 'goes out to readers now' : `goes out to readers at ${at}`,
    losses: {
      ...times,
      schedule_replaced: scheduleOf(version),
      without_review: sent.force === true && version.review_enabled === true ? true : undefined,
    },
  };
}
