/** The platform's own families of tools. */
export const modules = ['core', 'content', 'channels', 'customers', 'widgets'] as const;

export type ModuleName = (typeof modules)[number];

/**
 * How actions become tools: one tool a resource with an `action` argument, one tool an action, or five
 * tools that find, describe and run any action.
 */
export const exposures = ['grouped', 'flat', 'catalog'] as const;

export type Exposure = (typeof exposures)[number];

/** How much a tool's description says; schemas are the same in both. */
export const describeForms = ['full', 'compact'] as const;

export type DescribeForm = (typeof describeForms)[number];

/** Where a gate that is shut shows: the action leaves the listing too, or its call alone is refused. */
export const gateVisibilities = ['list', 'call'] as const;

export type GateVisibility = (typeof gateVisibilities)[number];

/** Parameters that a connection may fix: callers do not see them, and every call gets the fixed value. */
export const pinNames = ['space', 'site', 'realm'] as const;

export type PinName = (typeof pinNames)[number];

/**
 * An identifier each, resolved like one that a caller sends. It fixes the parameter of that name wherever
 * a tool has it. The tools of spaces, sites and realms themselves name theirs `identifier` and are not
 * bound by it; `toolsDenied` takes those away.
 */
export type Pins = { readonly [Name in PinName]?: string | number };

/** What a tenant may reach. An upper bound: the URL of the connector can only narrow it. */
export interface TenantPolicy {
  readonly modules: readonly ModuleName[];
  readonly readOnly: boolean;
  readonly exposure: Exposure;
  readonly describe: DescribeForm;
  readonly pins: Pins;
  readonly gateVisibility: GateVisibility;
  /**
   * When present, only these exist for the tenant: tools with all their actions, or single actions under
   * the name that they have as a tool of their own.
   */
  readonly toolsAllowed?: readonly string[];
  /** What the connector's URL chose of them; an action has to be in both. */
  readonly toolsChosen?: readonly string[];
  /** These do not exist for the tenant, named in the same two ways; wins over `toolsAllowed`. */
  readonly toolsDenied: readonly string[];
  /** Calls a minute. */
  readonly ratePerMinute: number;
  /** Calls in flight at once. */
  readonly concurrency: number;
}
