import type { ModyoClient } from '../modyo/client.ts';
import type { Identifiers } from '../modyo/identifiers.ts';
import type { ToolContext } from '../toolkit/context.ts';
import { createToolkit } from '../toolkit/toolkit.ts';

/** What every tool of the product is given: the kit's base, and Modyo as this caller may see it. */
export interface ModyoToolContext extends ToolContext {
  readonly modyo: ModyoClient;
  /** Names, uids and slugs of this tenant, looked up and remembered. */
  readonly identifiers: Identifiers;
}

export const kit = createToolkit<ModyoToolContext>();
