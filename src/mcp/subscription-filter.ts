import { z } from 'zod';
import type { ChangeEvent } from '../infrastructure/event-bus.ts';
import type { Caller } from '../tenant/caller.ts';
import type { ChangeSource, JsonObject } from './catalogue.ts';
import { ProtocolFault, rpcCode } from './protocol-fault.ts';

/** Addresses that one stream may watch, and the characters of each. */
const watchedMax = 100;
const uriCharsMax = 2048;

const filter = z.object({
  toolsListChanged: z.boolean().optional(),
  promptsListChanged: z.boolean().optional(),
  resourcesListChanged: z.boolean().optional(),
  resourceSubscriptions: z.array(z.string().max(uriCharsMax)).max(watchedMax).optional(),
});

const listenParams = z.looseObject({ notifications: filter });

/** What a stream will carry: of what the client asked for, what can change and what it may hear of. */
export type AgreedFilter = z.output<typeof filter>;

/** @throws {ProtocolFault} `-32602` when the parameters are not those of a `subscriptions/listen` */
export function agreedFilter(
  params: JsonObject | undefined,
  changes: ChangeSource,
  caller: Caller,
): AgreedFilter {
  const parsed = listenParams.safeParse(params);
  if (!parsed.success) {
    throw new ProtocolFault('Invalid params: params.notifications is missing or not valid.', {
      code: rpcCode.invalidParams,
    });
  }
  const { notifications: asked } = parsed.data;
  const watched = (asked.resourceSubscriptions ?? []).filter((uri) => changes.watchable?.(uri, caller));
  return {
    ...(asked.toolsListChanged && changes.tools && { toolsListChanged: true }),
    ...(asked.promptsListChanged && changes.prompts && { promptsListChanged: true }),
    ...(asked.resourcesListChanged && changes.resources && { resourcesListChanged: true }),
    ...(watched.length > 0 && { resourceSubscriptions: watched }),
  };
}

/** Whether an event is what the stream was agreed to carry. */
export function isAgreed(agreed: AgreedFilter, event: ChangeEvent): boolean {
  switch (event.kind) {
    case 'tools_list_changed':
      return agreed.toolsListChanged === true;
    case 'prompts_list_changed':
      return agreed.promptsListChanged === true;
    case 'resources_list_changed':
      return agreed.resourcesListChanged === true;
    case 'resource_updated':
      return agreed.resourceSubscriptions?.includes(event.uri) === true;
  }
}
