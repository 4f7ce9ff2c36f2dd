/** The platform's own families of tools. */
export const modules = ['core', 'content', 'channels', 'customers', 'widgets'] as const;

export type ModuleName = (typeof modules)[number];

/** What a tenant may reach. An upper bound: the URL of the connector can only narrow it. */
export interface TenantPolicy {
  readonly modules: readonly ModuleName[];
  readonly readOnly: boolean;
  /** When present, only these tools exist for the tenant. */
  readonly toolsAllowed?: readonly string[];
  /** These tools do not exist for the tenant; wins over `toolsAllowed`. */
  readonly toolsDenied: readonly string[];
  /** Calls a minute. */
  readonly ratePerMinute: number;
  /** Calls in flight at once. */
  readonly concurrency: number;
}
