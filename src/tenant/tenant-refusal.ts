/** Why no tenant was found; for the log and the metrics only. */
export type TenantRefusal = 'unknown' | 'host' | 'credential';

/**
 * A good token that leads to no account: answered with 403. The text is the same for an unknown tenant,
 * a host that may not be called and a credential that no longer opens, so it tells nobody what exists.
 */
export class TenantRefusedError extends Error {
  readonly refusal: TenantRefusal;

  constructor(refusal: TenantRefusal, options: { readonly cause?: unknown } = {}) {
    super('This token gives no access to a Modyo account here.', options);
    this.name = 'TenantRefusedError';
    this.refusal = refusal;
  }
}
