import type { Audience } from '../infrastructure/event-bus.ts';
import type { Caller } from './caller.ts';

/** Whoever calls, as the events for them are addressed; by the verified token and by nothing else. */
export function audienceOf({ tenant, principal }: Pick<Caller, 'tenant' | 'principal'>): Audience {
  return { tenantKey: tenant.key, issuer: principal.issuer, subject: principal.subject };
}
