import type { Recovery } from './action.ts';
import { forbiddenOverrides } from './annotations.ts';
import type { ReportFault } from './compile.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';
import { describeTool } from './description.ts';
import { walkSchema } from './json-schema.ts';
import { inputSchemaOf, lintSharedNames } from './published-schema.ts';
import { lintSchemas } from './schema-lint.ts';

/** Client limits; a tool beyond one is dropped in silence by some client. */
const toolName = /^[a-z][a-z0-9-]{1,39}$/;
const actionName = /^[a-z][a-z0-9_]{0,31}$/;
const inputSchemaBytesMax = 16_384;
const descriptionLengthMax = 2_048;

/** A text that orders the model about is taken for an attack, and rightly. */
const commanding = /(?:^|[.!?:]\s+|\n\s*|\*\*\s*)(You|Always|Never|Must|Ignore|Call)\b/;

/** Reports what is wrong with one tool, by itself. */
export function lintTool<Ctx>(tool: CompiledTool<Ctx>, report: ReportFault): void {
  if (!toolName.test(tool.name)) report(tool.name, `the name does not match ${toolName.source}`);
  if (tool.title.trim() === '') report(tool.name, 'has no title');
  if (tool.actions.length === 0) report(tool.name, 'has no action');
  for (const wire of tool.wireActions.keys()) {
    if (!actionName.test(wire))
      report(`${tool.name}.${wire}`, `the name does not match ${actionName.source}`);
  }
  for (const action of tool.actions) lintAction(action, report);
  lintSharedNames(tool, report);
  const schemaBytes = Buffer.byteLength(JSON.stringify(inputSchemaOf(tool, tool.actions)));
  if (schemaBytes > inputSchemaBytesMax) {
    report(tool.name, `the input schema has ${schemaBytes} bytes, more than ${inputSchemaBytesMax}`);
  }
  const description = describeTool(tool, tool.actions, 'full');
  if (description.length > descriptionLengthMax) {
    report(
      tool.name,
      `the description has ${description.length} characters, more than ${descriptionLengthMax}`,
    );
  }
  lintText(tool.name, description, report);
}

function lintAction<Ctx>(action: CompiledAction<Ctx>, report: ReportFault): void {
  const where = `${action.tool}.${action.name}`;
  const { definition } = action;
  for (const name of forbiddenOverrides(definition.verb, definition.overrides)) {
    report(`${where}.${name}`, `cannot be set on a ${definition.verb}`);
  }
  for (const filter of definition.filters) {
    if (!action.ownNames.has(filter)) report(`${where}.${filter}`, 'is a filter but no parameter');
  }
  lintSchemas(action, report);
  lintText(where, definition.summary, report);
  for (const { path, schema } of walkSchema(action.rawInput)) {
    if (schema.description !== undefined) lintText(`${where}.${path}`, schema.description, report);
  }
}

function lintText(where: string, text: string, report: ReportFault): void {
  const found = commanding.exec(text);
  if (found !== null) report(where, `a sentence begins with ${found[1]}`);
}

/** Reports what is wrong with tools only when they are seen together. */
export function lintCatalogue<Ctx>(tools: readonly CompiledTool<Ctx>[], report: ReportFault): void {
  const byName = new Map<string, CompiledTool<Ctx>>();
  for (const tool of tools) {
    if (byName.has(tool.name)) report(tool.name, 'is the name of two tools');
    byName.set(tool.name, tool);
  }
  lintFlatNames(tools, byName, report);
  for (const tool of tools) {
    lintRecovery(tool.name, tool.spec.recovery ?? {}, byName, report);
    for (const action of tool.actions) {
      lintRecovery(`${tool.name}.${action.name}`, action.definition.recovery, byName, report);
    }
  }
}

/**
 * In the flat exposure every action is a tool: one name, one definition. What is another tool in the grouped
 * one would have two meanings in a policy.
 */
function lintFlatNames<Ctx>(
  tools: readonly CompiledTool<Ctx>[],
  byName: ReadonlyMap<string, CompiledTool<Ctx>>,
  report: ReportFault,
): void {
  const seen = new Map<string, CompiledAction<Ctx>>();
  for (const action of tools.flatMap((tool) => tool.actions)) {
    const { flatName } = action;
    const where = `${action.tool}.${action.name}`;
    const earlier = seen.get(flatName);
    if (earlier === undefined) {
      seen.set(flatName, action);
      if (!toolName.test(flatName))
        report(where, `its own name ${flatName} does not match ${toolName.source}`);
    } else if (earlier.definition !== action.definition) {
      report(where, `would be ${flatName} as a tool of its own, which is ${earlier.tool}.${earlier.name}`);
    }
    const namesake = byName.get(flatName);
    if (namesake !== undefined && !namesake.actions.some((own) => own.flatName === flatName))
      report(where, `would be ${flatName} as a tool of its own, which is a tool of other actions`);
  }
}

function lintRecovery<Ctx>(
  where: string,
  recovery: Recovery,
  tools: ReadonlyMap<string, CompiledTool<Ctx>>,
  report: ReportFault,
): void {
  for (const offered of Object.values(recovery).flat()) {
    const tool = tools.get(offered.tool);
    if (tool === undefined) {
      report(where, `offers ${offered.tool}, which does not exist`);
      continue;
    }
    const wire = offered.action ?? tool.defaultWire;
    if (wire === undefined || !tool.wireActions.has(wire)) {
      report(where, `offers ${offered.tool} ${offered.action ?? 'without an action'}, which does not exist`);
    }
  }
}
