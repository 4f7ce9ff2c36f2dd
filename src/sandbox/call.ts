import type { SandboxToken } from './accounts.ts';
import type { Answer } from './answer.ts';
import { settleSchedules } from './entry-schedule.ts';
import type { JsonObject } from './json-object.ts';
import type { AccountData, SpaceRecord } from './records.ts';

/** One authenticated request, after routing. `body` holds the attributes, unwrapped. */
export interface SandboxCall {
  readonly data: AccountData;
  readonly token: SandboxToken;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  readonly nowMs: number;
}

export type Operation = (call: SandboxCall) => Answer;

/** A path id. Anything but digits names nothing, so the caller answers 404. */
export function idOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

export function isVisible(token: SandboxToken, space: SpaceRecord): boolean {
  return token.spaceIds === undefined || token.spaceIds.includes(space.id);
}

/**
 * The space in the path with its schedules settled, or undefined if it does not exist or the token's owner
 * was not invited to it.
 */
export function spaceOf(call: SandboxCall): SpaceRecord | undefined {
  const space = call.data.spaces.get(idOf(call.params['space_id']));
  if (space === undefined || !isVisible(call.token, space)) return undefined;
  settleSchedules(space, call.nowMs);
  return space;
}
