import { compileTool, type ReportFault } from './compile.ts';
import type { CompiledTool } from './compiled.ts';
import { lintCatalogue, lintTool } from './definition-lint.ts';
import { lintGates } from './gate-lint.ts';
import { lintFreshness } from './invalidation.ts';
import type { SharedMiddleware } from './middleware-chain.ts';
import type { Tool } from './tool.ts';

/**
 * Compiles tools that belong together.
 * @throws {Error} naming every fault as `tool.action.path: what`
 */
export function compileTools<Ctx>(
  tools: readonly Tool<Ctx>[],
  shared?: SharedMiddleware<Ctx>,
): readonly CompiledTool<Ctx>[] {
  const faults: string[] = [];
  const report: ReportFault = (where, what) => faults.push(`${where}: ${what}`);
  const compiled = tools.map((tool) => compileTool(tool, report, shared));
  for (const tool of compiled) lintTool(tool, report);
  lintCatalogue(compiled, report);
  lintGates(compiled, report);
  lintFreshness(compiled, report);
  if (faults.length > 0) throw new Error(`The tools are not well defined:\n${faults.join('\n')}`);
  return compiled;
}
