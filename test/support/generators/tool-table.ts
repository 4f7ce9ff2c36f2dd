import { replaceSection } from '../marked-section.ts';
import { listedTools } from './tool-snapshots.ts';

/** The table of tools in the README, between its markers. */
export const readmeTools = {
  path: 'README.md',
  render: (current: string) => replaceSection(current, 'tools', toolTable()),
};

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

function toolTable(): string {
  const rows = (listedTools() as unknown as readonly Listed[]).map((tool) => {
    const [summary = ''] = tool.description.split('\n', 1);
    return `| \`${tool.name}\` | ${effect(tool.annotations)} | ${summary.replaceAll('|', '\\|')} |`;
  });
  return ['| tool | effect | what |', '| --- | --- | --- |', ...rows].join('\n');
}

function effect({ readOnlyHint, destructiveHint }: Listed['annotations']): string {
  if (readOnlyHint) return 'reads';
  return destructiveHint ? 'reads, writes, deletes' : 'reads, writes';
}
