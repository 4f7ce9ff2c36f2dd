import type { Principal } from '../auth/principal.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Tenant } from './tenant.ts';

/** Who is asking, for which account, in which request. Passed as an argument everywhere; never looked up. */
export interface Caller {
  readonly principal: Principal;
  readonly tenant: Tenant;
  /** Unique per HTTP request; shown in errors and in the log. */
  readonly requestId: string;
  readonly log: Logger;
}
