import { z } from 'zod';
import type { Json } from '../errors/app-error.ts';
import type { Tenant } from '../tenant/tenant.ts';
import { type JsonSchema, toPublished, toRawSchema } from './json-schema.ts';
import {
  type AvailableAction,
  type CallState,
  type Control,
  callStatuses,
  type Ok,
  type ResourceRef,
} from './result.ts';

const count = z.int().min(0);

const reference = z.strictObject({
  type: z.string(),
  id: z.union([z.string(), z.number()]),
  name: z.string().optional(),
  uid: z.string().optional(),
  uuid: z.string().optional(),
});

const nextAction = z.strictObject({
  tool: z.string(),
  action: z.string().optional(),
  args: z.record(z.string(), z.unknown()).optional(),
  reason: z.string(),
});

const state = z.strictObject({
  status: z.enum(callStatuses).optional(),
  returned: count.optional(),
  total: count.optional(),
  searched: count.optional(),
  page: count.optional(),
  per_page: count.optional(),
  complete: z.boolean().optional(),
  next: z.array(nextAction).optional(),
  invalidates: z.array(z.string()).optional(),
  warnings: z
    .array(z.strictObject({ code: z.string(), path: z.string(), message: z.string().optional() }))
    .optional(),
});

const controlAnswer = z.strictObject({
  cancelled: z.boolean().optional(),
  read_only: z.boolean().optional(),
  rejected: z.string().optional(),
  dry_run: z.boolean().optional(),
  confirmation_required: z.boolean().optional(),
  confirm_token: z.string().optional(),
  expires_at: z.string().optional(),
  message: z.string(),
});

const platform = z.strictObject({ name: z.string(), host: z.string() });

/** What surrounds `data` in every answer but an error. Closed. */
const surroundings = z.strictObject({
  platform,
  resource: reference.optional(),
  state: state.optional(),
  control: controlAnswer.optional(),
});

export type WireState = z.input<typeof state>;
export type WireControl = z.input<typeof controlAnswer>;

export interface Envelope {
  readonly platform: { readonly name: string; readonly host: string };
  readonly data: object;
  readonly resource?: z.input<typeof reference>;
  readonly state?: WireState;
  readonly control?: WireControl;
}

const { properties: surroundingSchemas = {} } = toPublished(toRawSchema(surroundings, 'output'));

/** The output schema of a tool whose `data` looks like this. */
export function envelopeSchema(data: JsonSchema): JsonSchema {
  const { platform: platformSchema = {}, ...rest } = surroundingSchemas;
  return {
    type: 'object',
    properties: { platform: platformSchema, data, ...rest },
    required: ['platform', 'data'],
    additionalProperties: false,
  };
}

function platformOf(tenant: Tenant): Envelope['platform'] {
  return { name: tenant.platformName, host: tenant.host };
}

/**
 * Checks what a handler said about its answer; `data` has been checked before.
 * @returns the dotted path of the first value that does not fit, or `undefined`
 */
export function faultOfSurroundings(envelope: Envelope): string | undefined {
  const { data: _data, ...rest } = envelope;
  const parsed = surroundings.safeParse(rest);
  return parsed.success ? undefined : (parsed.error.issues[0]?.path.join('.') ?? '');
}

/** The paging arguments of the call, when its action has them. */
export interface Paging {
  readonly page: number;
  readonly per_page: number;
}

export function okEnvelope(
  tenant: Tenant,
  answer: Pick<Ok<object>, 'data' | 'resource' | 'state'>,
  facts: { readonly isWrite: boolean; readonly paging: Paging | undefined },
): Envelope {
  const wireState = stateOf(answer.state, facts.isWrite, facts.paging);
  return {
    platform: platformOf(tenant),
    data: answer.data,
    ...(answer.resource !== undefined && { resource: present(answer.resource) }),
    ...(Object.keys(wireState).length > 0 && { state: wireState }),
  };
}

export function controlEnvelope(tenant: Tenant, answer: WireControl): Envelope {
  return { platform: platformOf(tenant), data: {}, control: answer };
}

export function previewEnvelope(
  tenant: Tenant,
  { data, resource, control }: { data: object; resource: ResourceRef | undefined; control: WireControl },
): Envelope {
  return {
    platform: platformOf(tenant),
    data,
    ...(resource !== undefined && { resource: present(resource) }),
    control,
  };
}

export function controlOf(answer: Control): WireControl {
  return present(answer.control);
}

function stateOf(said: CallState, isWrite: boolean, paging: Paging | undefined): WireState {
  const { returned, total } = said;
  const counted = returned !== undefined && total !== undefined;
  return present({
    status: said.status ?? (isWrite ? 'done' : undefined),
    returned,
    total,
    searched: said.searched,
    page: paging?.page,
    per_page: paging?.per_page,
    complete: said.complete ?? (counted ? returned >= total : undefined),
    next: said.next?.length ? said.next.map(wireAction) : undefined,
    invalidates: said.invalidates?.length ? [...said.invalidates] : undefined,
    warnings: said.warnings?.length ? said.warnings.map((warning) => present(warning)) : undefined,
  });
}

export function wireAction(action: AvailableAction): {
  tool: string;
  action?: string;
  args?: Record<string, Json>;
  reason: string;
} {
  return {
    tool: action.tool,
    ...(action.action !== undefined && { action: action.action }),
    ...(action.args !== undefined && { args: { ...action.args } }),
    reason: action.reason,
  };
}

/** Without the keys that hold nothing: an absent key and a null are not the same to a client's validator. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  for (const key of Object.keys(value) as (keyof T)[]) {
    if (value[key] !== undefined) kept[key] = value[key];
  }
  return kept as { [K in keyof T]: Exclude<T[K], undefined> };
}
