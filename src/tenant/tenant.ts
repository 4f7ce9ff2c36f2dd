import type { ModyoCredential } from '../modyo/credential.ts';
import type { TenantPolicy } from './policy.ts';

/** The Modyo account that a request works on. Built per request, never stored. */
export interface Tenant {
  /** As the token and the tenant record name it. Unique only per issuer. */
  readonly id: string;
  /** Unique across issuers and safe in a key: first 128 bits of a hash over issuer and id, hexadecimal. */
  readonly key: string;
  /** The Modyo host that is called, already normalised and allowed: `acme.modyo.cloud`. */
  readonly host: string;
  readonly platformName: string;
  readonly credential: ModyoCredential;
  readonly policy: TenantPolicy;
  /** Operations that the account is known not to have; absent where nothing is known to be missing. */
  readonly missingOperations?: ReadonlySet<string> | undefined;
}
