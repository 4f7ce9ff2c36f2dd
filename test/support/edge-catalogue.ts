import type { Scope } from '../../src/auth/scopes.ts';
import type { CallContext, Catalogue, JsonObject } from '../../src/mcp/catalogue.ts';

export interface EdgeTool {
  readonly scopes?: readonly Scope[];
  call(args: JsonObject, context: CallContext): Promise<JsonObject> | JsonObject;
}

export function textResult(text: string): JsonObject {
  return { content: [{ type: 'text', text }] };
}

/** Tools that show what the edge does with a call: nothing of the product's own. */
const standardTools: Readonly<Record<string, EdgeTool>> = {
  echo: { call: (args) => textResult(JSON.stringify(args)) },
  whoami: {
    call: (_args, { caller }) =>
      textResult(JSON.stringify({ tenant: caller.tenant.id, readOnly: caller.tenant.policy.readOnly })),
  },
  write: { scopes: ['modyo:write'], call: () => textResult('written') },
  administer: { scopes: ['modyo:admin'], call: () => textResult('administered') },
  progress: {
    call(_args, context) {
      context.progress({ progress: 1, total: 2, message: 'half' });
      return textResult('finished');
    },
  },
  crash: {
    call() {
      throw new Error('CANARY_OF_A_BUG /srv/secret/path.ts');
    },
  },
};

/** A catalogue of fixture tools, in place of the product's. */
export function createEdgeCatalogue(further: Readonly<Record<string, EdgeTool>> = {}): Catalogue {
  const tools = new Map(Object.entries({ ...standardTools, ...further }));
  const entries = [...tools.keys()].map((name) => ({ name, inputSchema: { type: 'object' } }));
  const listing = { tools: entries, bytes: Buffer.from(JSON.stringify(entries)) };
  return {
    serverInfo: { name: 'edge-fixtures', title: 'Edge fixtures', version: '0.0.0' },
    instructions: () => 'Fixtures.',
    tools: {
      list: async () => listing,
      preview: () => listing,
      namesOf: () => new Set(tools.keys()),
      has: (name) => tools.has(name),
      requiredScopes: (name) => tools.get(name)?.scopes ?? [],
      publishesOutput: () => false,
      async call(name, args, context) {
        return (await tools.get(name)?.call(args as JsonObject, context)) ?? {};
      },
    },
  };
}
