import { describe, expect, test } from 'vitest';
import { everyTool } from '../../support/every-tool.ts';
import { noteTools } from '../../support/note-tools.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { createToolHost } from '../../support/tool-host.ts';
import { expectNamedParameters, lineOf, namesIn } from '../../support/tool-rules.ts';

const tools = everyTool.map((tool) => [tool.name, tool] as const);
const commands = /^(You|Always|Never|Must|Ignore|Call)\b/;

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((sentence) => sentence.replace(/^\**\s*/, ''))
    .filter((sentence) => sentence !== '');
}

describe('F4 descriptions', () => {
  test.each(tools)('F4.6 %s names its parameters, all of them and no other', (_name, tool) => {
    expectNamedParameters(tool);
  });

  test.each(tools)('F4.6 %s names its actions, all of them and no other', (_name, tool) => {
    const choice = tool.inputSchema.properties?.['action']?.enum;
    if (choice !== undefined) expect(namesIn(lineOf(tool, 'Actions'))).toEqual(choice);
    else expect(namesIn(lineOf(tool, 'Actions'))).toHaveLength(1);
  });

  test.each(tools)('F4.7 %s has the full form and its own link', (name, tool) => {
    const [module] = name.split('-');
    const form = [
      /^[^\n]+\n\n/.source,
      /\*\*Actions\*\*: [^\n]+\n/.source,
      /\*\*Params\*\*: [^\n]+\n/.source,
      /\*\*Response\*\*: [^\n]+\n/.source,
      /\*\*Note\*\*: [^\n]+\n\n/.source,
      `📚 modyo://mcp-${module}/tools/${name}$`,
    ].join('');
    expect(tool.description).toMatch(new RegExp(form));
  });

  test.each(tools)('%s stays within what clients read, and orders nobody about', (_name, tool) => {
    expect(tool.description.length).toBeLessThanOrEqual(2_048);
    const texts = [
      tool.title,
      tool.description,
      ...JSON.stringify(tool.inputSchema).matchAll(/"description":"([^"]*)"/g),
    ].map((text) => (typeof text === 'string' ? text : (text[1] ?? '')));
    for (const text of texts) {
      expect(sentencesOf(text).filter((sentence) => commands.test(sentence))).toEqual([]);
    }
  });

  test('the same definitions give the same bytes', () => {
    const [first, second] = [createToolHost(noteTools), createToolHost(noteTools)];
    expect(first.registry.preview(openPolicy).bytes.equals(second.registry.preview(openPolicy).bytes)).toBe(
      true,
    );
  });

  test('an example, in full', () => {
    expect(everyTool.find((tool) => tool.name === 'content-notes-manage')?.description).toBe(
      [
        'Read, create, change, list, publish and delete notes.',
        '',
        '**Actions**: manage (default; reads without changes, creates without an identifier, updates with an identifier and changes), list, publish (writes), delete (destructive)',
        '**Params**: action, identifier (required for: get, update, publish, delete), title (required for: create; for: update), labels (for: create), verify (for: manage), query (for: list), note_status (for: list), page (for: list), per_page (for: list), publish_at (for: publish), unpublish_at (for: publish)',
        '**Response**: data {note, before, after, changed[], notes[], filters, deleted}, resource, state {returned, total, page, per_page, complete}',
        '**Note**: Overwrites or deletes: update, delete. A deleted note cannot be restored.',
        '',
        '📚 modyo://mcp-content/tools/content-notes-manage',
      ].join('\n'),
    );
  });
});

describe('the page behind the link', () => {
  const host = createToolHost();
  const read = (uri: string) => host.registry.document(uri, host.caller());

  test('lists every parameter, every action with its scope, and how well each operation is known', () => {
    const text = read('modyo://mcp-content/tools/content-notes-manage')?.text ?? '';
    for (const name of ['identifier', 'title', 'labels', 'verify', 'per_page', 'unpublish_at']) {
      expect(text).toContain(`| ${name} |`);
    }
    for (const action of ['get', 'create', 'update', 'list', 'publish', 'delete']) {
      expect(text).toMatch(new RegExp(`^### ${action}$`, 'm'));
    }
    expect(text).toContain('| delete | delete | mutation | modyo:admin | Delete a note |');
    expect(text).toContain('- destructiveHint: true');
    expect(text).toContain('- `NOT_FOUND`: content-notes-list: Lists the notes with their uids');
  });

  test('has an alias that spells the name as a path', () => {
    const own = read('modyo://mcp-content/tools/content-notes-list');
    expect(own).toMatchObject({ mimeType: 'text/markdown', name: 'content-notes-list' });
    expect(read('modyo://docs/tools/content/notes/list')).toBe(own);
    expect(read('modyo://docs/tools/content-notes-list')).toBe(own);
  });

  test.each(['modyo://mcp-content/tools/nothing', 'modyo://mcp-content/tools/', 'https://example.com', ''])(
    'there is none at %j',
    (uri) => {
      expect(read(uri)).toBeUndefined();
    },
  );
});
