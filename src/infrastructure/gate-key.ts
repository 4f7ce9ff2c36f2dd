import { hash } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';

declare const gateKeyMark: unique symbol;

/** Made by `gateKey`; a bare string is not one. */
export type GateKey = string & { readonly [gateKeyMark]: true };

export interface GateKeyParts {
  /** The machine's id. */
  readonly machine: string;
  /** `Tenant.key`, which comes from the verified token: a hash over issuer and tenant. */
  readonly tenantKey: string;
  /** Of the verified token, or `undefined` for a state that all who work on the account share. */
  readonly subject: string | undefined;
  /** Any text that tells two resources apart, or `undefined` for the one state of the owner. */
  readonly resource: string | undefined;
}

/** What the id of a machine looks like. */
export const machineId = /^[a-z][a-z0-9-]{0,31}$/;

const digestHexDigits = 32;
const digestText = /^[0-9a-f]{32}$/;

/**
 * Two keys are equal only if all their parts are, whatever characters these hold: what comes from outside
 * enters as the first 128 bits of its hash. The braces keep a state and its lease on one node of a cluster.
 * @throws {AppError} `INTERNAL` when machine or tenant do not have their form
 */
export function gateKey({ machine, tenantKey, subject, resource }: GateKeyParts): GateKey {
  if (!machineId.test(machine) || !digestText.test(tenantKey)) {
    throw new AppError('A gate was asked for without its machine or tenant.', { code: 'INTERNAL' });
  }
  const owner = subject === undefined ? 'tenant' : digest(subject);
  const scope = resource === undefined ? 'principal' : digest(resource);
  return `gate:{${machine}:${tenantKey}}:${owner}:${scope}` as GateKey;
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, digestHexDigits);
}
