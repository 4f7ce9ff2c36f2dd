import { z } from 'zod';
import { type Entry, publishEntry } from '../../../../modyo/content/entries.ts';
import { heldGate } from '../../../../toolkit/machine.ts';
import { kit } from '../../../kit.ts';
import { isAfter, moment } from '../../../moment.ts';
import { entryAttributeNames } from '../../parameter-names.ts';
import { forceParameter } from '../entry-arguments.ts';
import { isLive } from '../entry-lifecycle.ts';
import { type Move, makeMove, moveParameters, moveSpec, type Outlook, planMove } from '../entry-move.ts';
import { reviewPage, reviewState } from '../entry-review.ts';
import { isPublishedAsAsked, scheduleOf, timingLosses } from '../entry-timing.ts';
import type { VersionContext } from '../entry-version.ts';

const input = z
  .object({
    ...moveParameters,
    publish_at: moment('When to publish; left out, at once').optional(),
    unpublish_at: moment('When to take it out of publication again').optional(),
    force: forceParameter,
  })
  .refine(
    (sent) =>
      sent.publish_at === undefined ||
      sent.unpublish_at === undefined ||
      isAfter(sent.unpublish_at, sent.publish_at),
    { path: ['unpublish_at'], message: 'Has to be later than publish_at' },
  );

export const publishAction = kit.mutation({
  ...moveSpec,
  summary: 'Publish an entry in one language, at once or at a given time',
  destructive: false,
  input,
  operations: ['getSpace', 'listEntries', 'getEntry', 'publishEntry'],
  notes: [
    'A new schedule replaces the one before; publishing now ends it.',
    'With review, only what Modyo calls approved is published.',
  ],
  gate: heldGate({ in: ['approved'], state: reviewState, how: reviewPage }),
  plan: (sent, ctx) => planMove(ctx, publish(sent, ctx), (version) => outlookOf(sent, version)),
  run: (sent, ctx) => makeMove(ctx, publish(sent, ctx)),
});

type Sent = z.output<typeof input>;

function publish(
  { publish_at: publishAt, unpublish_at: unpublishAt, force }: Sent,
  ctx: VersionContext,
): Move {
  return {
    name: 'publish',
    isForced: publishAt !== undefined || unpublishAt !== undefined,
    async act(version) {
      const publication = {
        published_immediately: publishAt === undefined,
        published_at: publishAt,
        unpublish_scheduled: unpublishAt === undefined ? undefined : true,
        unpublished_at: unpublishAt,
        force_publish: force,
      };
      await publishEntry(ctx.modyo, ctx.space.id, version.id, publication, entryAttributeNames);
      return {};
    },
    isReached: (stored) => isPublishedAsAsked(stored, { publishAt, unpublishAt }),
    losses: (stored) => timingLosses(stored, { publishAt, unpublishAt }),
  };
}

function outlookOf(
  { publish_at: publishAt, unpublish_at: unpublishAt, force }: Sent,
  version: Entry,
): Outlook {
  return {
    after:
      publishAt === undefined
        ? { entry_status: 'published', is_live: true }
        : { entry_status: 'scheduled', is_live: isLive(version) },
    effect: publishAt === undefined ? 'goes out to readers now' : `goes out to readers at ${publishAt}`,
    losses: {
      publish_at: publishAt,
      unpublish_at: unpublishAt,
      schedule_replaced: scheduleOf(version),
      without_review: force === true && version.review_enabled === true ? true : undefined,
    },
  };
}
