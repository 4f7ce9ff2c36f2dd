import type { Clock } from '../infrastructure/clock.ts';
import type { ModyoClient } from '../modyo/client.ts';
import type { Identifiers } from '../modyo/identifiers.ts';
import type { ToolContext } from '../toolkit/context.ts';
import { createToolkit } from '../toolkit/toolkit.ts';

/** What every tool of the product is given: the kit's base, and Modyo as this caller may see it. */
export interface ModyoToolContext extends ToolContext {
  readonly modyo: ModyoClient;
  /** Names, uids and slugs of this tenant, looked up and remembered. */
  readonly identifiers: Identifiers;
  /** For what waits; its sleep ends with `signal`. */
  readonly clock: Clock;
  /** When the call has to have answered, in milliseconds since the Unix epoch. */
  readonly endsAtMs: number;
}

export const kit = createToolkit<ModyoToolContext>();
