import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../src/tools/', import.meta.url));

/** Files of the tools' room, relative to it. */
export const toolFiles: readonly string[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'));

export function readToolFile(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}

export function importToolFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  return import(`${root}${path}`) as Promise<Readonly<Record<string, unknown>>>;
}

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const below: ts.Node[] = [node];
  ts.forEachChild(node, (child) => {
    below.push(...nodesOf(child));
  });
  return below;
}

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('tool.ts', text, ts.ScriptTarget.ES2023, true);
}

function isRun(node: ts.Node): node is ts.MethodDeclaration | ts.PropertyAssignment {
  return (ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText() === 'run';
}

/** What a handler must leave to the schema: refusing arguments, by throwing or by hand. */
export function refusalsInRun(text: string): readonly string[] {
  return nodesOf(parse(text))
    .filter(isRun)
    .flatMap(nodesOf)
    .flatMap((node) => {
      if (ts.isThrowStatement(node)) return [node.getText()];
      const isFail = ts.isCallExpression(node) && node.expression.getText() === 'fail';
      const [code] = isFail ? node.arguments : [];
      return code !== undefined && ts.isStringLiteral(code) && code.text === 'INVALID_PARAMS'
        ? [node.getText()]
        : [];
    });
}

export interface LiteralAction {
  readonly tool: string;
  readonly action: string | undefined;
}

/** Calls that are offered to the model, as far as they are written out. */
export function literalActions(text: string): readonly LiteralAction[] {
  return nodesOf(parse(text))
    .filter(ts.isObjectLiteralExpression)
    .flatMap((literal) => {
      const texts = new Map(
        literal.properties.flatMap((property) =>
          ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer)
            ? [[property.name.getText(), property.initializer.text] as const]
            : [],
        ),
      );
      const tool = texts.get('tool');
      return tool === undefined ? [] : [{ tool, action: texts.get('action') }];
    });
}
