import { z } from 'zod';
import { scopes } from '../../../auth/scopes.ts';
import { describeForms, exposures, modules, type Pins, pinNames } from '../../../tenant/policy.ts';
import type { ModyoToolContext } from '../../kit.ts';

const pinned = z.union([z.string(), z.number()]).optional();

/** What this connection may do, whoever the Modyo user is. Holds no secret. */
export const connection = z.object({
  tenant: z.string(),
  host: z.string(),
  platform_name: z.string(),
  subject: z.string(),
  scopes: z.array(z.enum(scopes)),
  expires_at: z.string(),
  modules: z.array(z.enum(modules)),
  read_only: z.boolean(),
  exposure: z.enum(exposures),
  descriptions: z.enum(describeForms),
  pins: z.object({ space: pinned, site: pinned, realm: pinned }),
  tools_allowed: z.array(z.string()).optional(),
  /** By the address of the connector; an action has to be in both. */
  tools_chosen: z.array(z.string()).optional(),
  tools_denied: z.array(z.string()),
  calls_per_minute: z.number(),
  calls_at_once: z.number(),
});

const millisecondsPerSecond = 1000;

export function connectionOf({ principal, tenant }: ModyoToolContext): z.output<typeof connection> {
  const { policy } = tenant;
  return {
    tenant: tenant.id,
    host: tenant.host,
    platform_name: tenant.platformName,
    subject: principal.subject,
    scopes: [...principal.scopes],
    expires_at: new Date(principal.expiresAtSeconds * millisecondsPerSecond).toISOString(),
    modules: [...policy.modules],
    read_only: policy.readOnly,
    exposure: policy.exposure,
    descriptions: policy.describe,
    pins: pinsOf(policy.pins),
    ...(policy.toolsAllowed && { tools_allowed: [...policy.toolsAllowed] }),
    ...(policy.toolsChosen && { tools_chosen: [...policy.toolsChosen] }),
    tools_denied: [...policy.toolsDenied],
    calls_per_minute: policy.ratePerMinute,
    calls_at_once: policy.concurrency,
  };
}

function pinsOf(pins: Pins) {
  return Object.fromEntries(
    pinNames.flatMap((name) => (pins[name] === undefined ? [] : [[name, pins[name]]])),
  );
}
