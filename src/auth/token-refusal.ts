/** Why a token is refused; for the log and the metrics, closed so that it can be a label. */
export type TokenRefusal =
  | 'too_long'
  | 'malformed'
  | 'header'
  | 'algorithm'
  | 'issuer'
  | 'key'
  | 'signature'
  | 'audience'
  | 'type'
  | 'claims'
  | 'expired'
  | 'not_yet_valid'
  | 'credential';

const expiredDescription = 'The access token has expired.';
const genericDescription = 'The access token is not valid for this service.';

/**
 * A bearer token that is not accepted: answered with 401 and `invalid_token`. The message is a safe
 * description that may stand in the challenge; it does not tell an attacker which check failed.
 */
export class TokenRefusedError extends Error {
  readonly refusal: TokenRefusal;

  constructor(refusal: TokenRefusal, options: { readonly cause?: unknown } = {}) {
    super(refusal === 'expired' ? expiredDescription : genericDescription, options);
    this.name = 'TokenRefusedError';
    this.refusal = refusal;
  }
}
