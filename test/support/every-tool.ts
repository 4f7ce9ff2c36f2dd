import type { JsonSchema } from '../../src/toolkit/json-schema.ts';
import type { ToolRegistry } from '../../src/toolkit/registry.ts';
import { toolCatalogue } from '../../src/tools/catalogue.ts';
import { createListingRegistry } from './listing-registry.ts';
import { noteTools } from './note-tools.ts';
import { openPolicy } from './open-policy.ts';
import { createToolHost } from './tool-host.ts';

/** A tool as `tools/list` carries it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** The product's registry for tests that never get as far as a handler. */
export function createProductRegistry(): ToolRegistry {
  return createListingRegistry(toolCatalogue);
}

const list = (registry: ToolRegistry) =>
  registry.preview(openPolicy).tools as unknown as readonly ListedTool[];

/** Every tool of the product, then those of the test catalogue: rules are written once, over all of them. */
export const everyTool: readonly ListedTool[] = [
  ...list(createProductRegistry()),
  ...list(createToolHost(noteTools).registry),
];

/** The definitions behind them, by name. */
export const everyDefinition = new Map(
  [...toolCatalogue, ...noteTools].map((tool) => [tool.name, tool.spec] as const),
);
