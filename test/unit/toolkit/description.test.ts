import { encode } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '../../../src/toolkit/result.ts';
import { createProductRegistry, type ListedTool } from '../../support/every-tool.ts';
import { noteKit } from '../../support/note-tools.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { createToolHost } from '../../support/tool-host.ts';

const shareMax = 0.55;

type Registry = ReturnType<typeof createProductRegistry>;
const listed = (registry: Registry, describe: 'full' | 'compact') =>
  registry.preview({ ...openPolicy, describe }).tools as unknown as readonly ListedTool[];
const registries = [createProductRegistry(), createToolHost().registry];
const pairs = registries.flatMap((registry) => {
  const compact = listed(registry, 'compact');
  return listed(registry, 'full').map((full, at) => ({
    name: full.name,
    full,
    compact: compact[at] ?? full,
  }));
});
const actionsOf = ({ inputSchema }: ListedTool) => inputSchema.properties?.['action']?.enum?.length ?? 1;

const answer = (summary: string) =>
  noteKit.query({ summary, input: z.object({}), data: z.object({}), run: () => ok({}) });

/** A tool whose texts would break a table. */
const unruly = createToolHost([
  noteKit.tool('content-unruly-manage', {
    title: 'Unruly',
    summary: 'Reads a|b and\nthen c',
    notes: ['A note | with\na break.'],
    actions: { one: answer('One'), two: answer('Two') },
  }),
]).registry;

describe('the compact form', () => {
  test('F4.1 is at most 0.55 of the full one for a tool with four actions or more', () => {
    const many = pairs.filter(({ full }) => actionsOf(full) >= 4);
    expect(many.map(({ name }) => name)).toContain('content-notes-manage');
    const shares = many.map(({ name, full, compact }) => ({
      name,
      share: encode(compact.description).length / encode(full.description).length,
    }));
    expect(shares.filter(({ share }) => share > shareMax)).toEqual([]);
  });

  test('F4.2 of a tool with one action has no table', () => {
    for (const { full, compact } of pairs.filter((pair) => actionsOf(pair.full) === 1)) {
      expect(compact.description, full.name).not.toContain('action|needs|effect');
    }
  });

  test('says what each action needs and does, under the value that calls it', () => {
    const notes = pairs.find(({ name }) => name === 'content-notes-manage');
    expect(notes?.compact.description).toBe(
      [
        'Read, create, change, list, publish and delete notes',
        'action|needs|effect',
        'manage|identifier|read',
        'manage|title|write',
        'manage|identifier changes|destroy',
        'list|-|read',
        'publish|identifier|write',
        'delete|identifier|destroy',
        'Note: A deleted note cannot be restored.',
        '📚 modyo://mcp-content/tools/content-notes-manage',
      ].join('\n'),
    );
  });

  test('F4.3 keeps its rows and columns whatever is in a text', () => {
    const [tool] = listed(unruly, 'compact');
    const lines = tool?.description.split('\n') ?? [];
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe('Reads a\\|b and then c');
    expect(lines[4]).toBe('Note: A note \\| with a break.');
    for (const row of lines.slice(1, 4)) expect(row.split(/(?<!\\)\|/)).toHaveLength(3);
  });

  test('F4.3 keeps a bar that a backslash stands before, and every kind of line break, out of its way', () => {
    const { registry } = createToolHost([
      noteKit.tool('content-unruly-manage', {
        title: 'Unruly',
        summary: 'Reads a\\|b\u2028c\u0085d\ve\fg',
        actions: { one: answer('One'), two: answer('Two') },
      }),
    ]);
    const [compact] = listed(registry, 'compact');
    const [full] = listed(registry, 'full');
    expect(compact?.description.split(/[\n\v\f\r\u0085\u2028\u2029]/)[0]).toBe('Reads a\\\\\\|b c d e g');
    expect(full?.description.split(/[\n\v\f\r\u0085\u2028\u2029]/)[0]).toBe('Reads a\\|b c d e g.');
  });

  test('F4.4 is the same bytes for the same build', () => {
    const again = createProductRegistry().preview({ ...openPolicy, describe: 'compact' });
    expect(
      again.bytes.equals(createProductRegistry().preview({ ...openPolicy, describe: 'compact' }).bytes),
    ).toBe(true);
  });

  test('F4.5 leaves schemas, titles and hints as they are', () => {
    for (const { full, compact } of pairs) {
      expect({ ...compact, description: '' }).toEqual({ ...full, description: '' });
      expect(compact.description).not.toBe(full.description);
    }
  });
});
