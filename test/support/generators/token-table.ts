import { encode } from 'gpt-tokenizer';
import { describeForms, exposures } from '../../../src/tenant/policy.ts';
import { replaceSection } from '../marked-section.ts';
import { listedTools } from './tool-snapshots.ts';

/** What the tools cost a model, between the markers of the kit's README. */
export const toolkitTokens = {
  path: 'src/toolkit/README.md',
  render: (current: string) => replaceSection(current, 'tokens', tokenTables()),
};

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
}

const shownDigits = 2;

/** What a client puts before its model; the output schema stays with the client. */
export function tokensOfListing(tools: readonly Listed[]): number {
  const read = tools.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
  }));
  return encode(JSON.stringify(read)).length;
}

function tokenTables(): string {
  const listed = (exposure: (typeof exposures)[number], describe: (typeof describeForms)[number]) =>
    listedTools({ exposure, describe }) as unknown as readonly Listed[];
  const wholes = exposures.map((exposure) => [
    exposure,
    String(listed(exposure, 'full').length),
    ...describeForms.map((form) => String(tokensOfListing(listed(exposure, form)))),
  ]);
  const compact = listed('grouped', 'compact');
  const descriptions = listed('grouped', 'full').map(({ name, description }, at) => {
    const full = encode(description).length;
    const short = encode(compact[at]?.description ?? '').length;
    return [`\`${name}\``, String(full), String(short), (short / full).toFixed(shownDigits)];
  });
  return [
    table(['exposure', 'tools', 'tokens, full', 'tokens, compact'], wholes),
    '',
    table(['description of', 'full', 'compact', 'share'], descriptions),
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
