import { describeForms, exposures } from '../tenant/policy.ts';
import type { Contract } from '../toolkit/contract.ts';
import { table } from '../toolkit/markdown.ts';
import { nearest } from '../toolkit/nearest.ts';
import { contractOfTools } from '../toolkit/registry.ts';
import type { JsonObject } from '../toolkit/tool-call.ts';
import { toolCatalogue } from '../tools/catalogue.ts';
import { type Command, parseCommandLine, UsageError } from './command.ts';

/** A tool as one form of `tools/list` carries it. */
interface Preview {
  readonly form: string;
  readonly name: string;
  readonly entry: JsonObject;
}

type CountTokens = (text: string) => number;

export const previewTool: Command = {
  usage: `tools preview NAME [--exposure ${exposures.join('|')}] [--describe ${describeForms.join('|')}]`,
  summary: 'show a tool as tools/list carries it, with what it costs in tokens and the policy behind it',
  async run(args, io) {
    const options = { exposure: { type: 'string' }, describe: { type: 'string' } } as const;
    const { values, positionals } = parseCommandLine(args, options, 1);
    const [name] = positionals;
    if (name === undefined) throw new UsageError('Say which tool.');
    const contract = contractOfTools(toolCatalogue);
    const forms = chosen(exposures, '--exposure', values.exposure).flatMap((exposure) =>
      chosen(describeForms, '--describe', values.describe).map((describe) => `${exposure}/${describe}`),
    );
    const previews = previewsOf(contract, name, forms);
    // The vocabulary takes longer to load than everything else, and no other command counts.
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    io.writeOut(document(name, previews, contract[name]?.actions ?? {}, countTokens));
  },
};

function chosen<Word extends string>(
  words: readonly Word[],
  option: string,
  value: string | undefined,
): readonly Word[] {
  const found = words.filter((word) => value === undefined || word === value);
  if (found.length === 0) throw new UsageError(`${option} takes ${words.join(', ')}.`);
  return found;
}

/** The tool itself, or the tools that its actions are, in each of the forms. */
function previewsOf(contract: Contract, name: string, forms: readonly string[]): readonly Preview[] {
  // A name that every object has is no tool.
  const tool = Object.hasOwn(contract, name) ? contract[name] : undefined;
  if (tool === undefined) throw new Error(`There is no tool ${name}.${hint(name, Object.keys(contract))}`);
  const parts = Object.values(tool.actions).map((facts) => String(facts['as_tool']));
  const previews = forms.flatMap((form) => {
    const names = tool.listed[form] === undefined ? parts : [name];
    return names.flatMap((listed) => {
      const entry = contract[listed]?.listed[form];
      return entry === undefined ? [] : [{ form, name: listed, entry }];
    });
  });
  if (previews.length === 0) throw new Error(`${name} is not listed in ${forms.join(', ')}.`);
  return previews;
}

function hint(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

function document(
  name: string,
  previews: readonly Preview[],
  actions: JsonObject,
  countTokens: CountTokens,
): string {
  const count = (value: unknown) => String(countTokens(JSON.stringify(value)));
  const costs = previews.map(({ form, name: listed, entry }) => [
    form,
    listed,
    ...[entry, entry['description'], entry['inputSchema'], entry['outputSchema']].map(count),
  ]);
  const sections = [
    `# ${name}`,
    'Tokens of `tools/list`, with the vocabulary o200k_base:',
    table(['form', 'tool', 'in all', 'description', 'input', 'output'], costs),
    ...previews.flatMap(({ form, name: listed, entry }) => [
      `## ${listed}, ${form}`,
      String(entry['description']),
      json(entry),
    ]),
    ...(Object.keys(actions).length === 0 ? [] : ['## Policy', json(actions)]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
