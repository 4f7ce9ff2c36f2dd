import type { onRequestAsyncHookHandler } from 'fastify';
import { readBearer } from '../../auth/bearer.ts';
import type { Challenges } from '../../auth/challenge.ts';
import type { Principal } from '../../auth/principal.ts';
import { TokenRefusedError } from '../../auth/token-refusal.ts';
import type { Verifier } from '../../auth/verifier.ts';
import { rawHeaderValues } from '../raw-headers.ts';
import { type Refusal, refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; every later step of the route may rely on it. */
    principal: Principal | undefined;
  }
}

export interface AuthenticationOptions {
  readonly verifier: Verifier;
  readonly challenges: Challenges;
}

/** Authorization → Principal. Tokens in the URL, in a cookie or in the body are never read. */
export function createAuthenticationHook(options: AuthenticationOptions): onRequestAsyncHookHandler {
  const { verifier, challenges } = options;
  return async (request, reply) => {
    const token = readBearer(rawHeaderValues(request.raw.rawHeaders, 'authorization'));
    if (token === 'missing') return refuse(reply, missingToken(challenges));
    if (token === 'malformed')
      return refuse(reply, badToken(challenges, 'The access token is malformed.', 'malformed'));
    try {
      request.principal = await verifier.verify(token);
      return;
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      return refuse(reply, badToken(challenges, error.message, error.refusal));
    }
  };
}

function missingToken(challenges: Challenges): Refusal {
  return {
    status: 401,
    error: 'invalid_token',
    description: 'An access token is needed.',
    headers: { 'www-authenticate': challenges.missing() },
    reason: 'token_missing',
  };
}

/** A token came and is refused; `description` must be a safe text of ours. */
export function badToken(challenges: Challenges, description: string, reason: string): Refusal {
  return {
    status: 401,
    error: 'invalid_token',
    description,
    headers: { 'www-authenticate': challenges.invalidToken(description) },
    reason: `token_${reason}`,
  };
}
