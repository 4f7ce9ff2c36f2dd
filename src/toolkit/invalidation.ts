import type { ReportFault } from './compile.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';

/** Stands for every read of a family. */
const anyRead = '*';

/**
 * The tools about one kind of thing: their common name without its last word. Patterns are written with it,
 * so that they hold in every exposure: `content-entries.list` is the list, whichever tool shows it.
 */
export function familyOf(toolName: string): string {
  const end = toolName.lastIndexOf('-');
  return end === -1 ? toolName : toolName.slice(0, end);
}

/** The families that a write touches: those that it names, and its own. */
export function touchedFamilies<Ctx>({ tool, definition }: CompiledAction<Ctx>): readonly string[] {
  const named = definition.invalidates.map((pattern) => pattern.slice(0, pattern.lastIndexOf('.')));
  return [...new Set([familyOf(tool), ...named])];
}

/** Reports patterns that no read answers to, and what is no time to keep a read for. */
export function lintFreshness<Ctx>(tools: readonly CompiledTool<Ctx>[], report: ReportFault): void {
  const reads = new Set<string>();
  for (const action of tools.flatMap(({ actions }) => actions)) {
    if (action.definition.verb !== 'query') continue;
    reads.add(`${familyOf(action.tool)}.${action.name}`).add(`${familyOf(action.tool)}.${anyRead}`);
  }
  for (const { tool, name, definition } of tools.flatMap(({ actions }) => actions)) {
    for (const pattern of definition.invalidates) {
      if (!reads.has(pattern)) report(`${tool}.${name}`, `invalidates ${pattern}, which is no read`);
    }
    const { cacheTtlMs } = definition;
    if (cacheTtlMs === undefined) continue;
    if (!Number.isSafeInteger(cacheTtlMs) || cacheTtlMs < 1 || cacheTtlMs > cacheTtlMaxMs) {
      report(`${tool}.${name}`, `cacheTtlMs is no whole number from 1 to ${cacheTtlMaxMs}`);
    }
  }
}

/** Longest time for which a read may be answered from memory. */
export const cacheTtlMaxMs = 3_600_000;
