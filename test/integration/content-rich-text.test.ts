import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  const space = { name: 'Prosa', uid: 'prosa', default_locale: 'es-cl', locales: ['en'] };
  await service.call('content-spaces-manage', space);
  await service.call('content-types-manage', {
    space: 'prosa',
    name: 'Post',
    uid: 'post',
    add_fields: [
      { name: 'Title', type: 'string' },
      { name: 'Lead', type: 'text' },
      { name: 'Body', type: 'rich_text' },
    ],
  });
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const manage = (args: object) => service.call('content-entries-manage', { space: 'prosa', ...args });
const create = (name: string, Body: unknown) => manage({ type: 'post', name, fields: { Body } });
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

function alter(method: 'POST' | 'PUT', change: (html: string) => string): void {
  service.sandbox.faults.inject({
    match: { method, path: '/entries' },
    times: 1,
    effect: {
      kind: 'alter-body',
      change: (body) => ({
        ...body,
        field_values: (body['field_values'] as { type: string; value: string }[]).map((value) =>
          value.type === 'rich_text' ? { ...value, value: change(value.value) } : value,
        ),
      }),
    },
  });
}

describe('rich text', () => {
  test('in Markdown is stored as HTML, which is answered as it was read', async () => {
    const markdown =
      '# Título\n\nUn *texto* con [enlace](https://example.com/a?b=1&c=2).\n\n| a | b |\n|---|--:|\n| 1 | 2 |';
    const { data, state } = await create('Marcas', { markdown });
    expect(data.fields.Body).toBe(
      [
        '<h1>Título</h1>\n<p>Un <em>texto</em> con <a href="https://example.com/a?b=1&amp;c=2">enlace</a>.</p>',
        '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="right">b</th>\n</tr>\n</thead>',
        '<tbody><tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n</tbody></table>\n',
      ].join('\n'),
    );
    expect(state.warnings).toBeUndefined();
  });

  test('tells what was taken out and what stayed text, by field', async () => {
    const markdown = 'Hola[^1] <script>alert(1)</script> ![x](data:image/png;base64,AA)\n\n[^1]: nota';
    const { data, state } = await create('Limpio', { markdown });
    expect(data.fields.Body).not.toMatch(/script|data:/);
    expect(state.warnings).toEqual([
      {
        code: 'RICH_TEXT_REMOVED',
        path: 'fields.Body',
        message: 'Taken out before saving: script (1), src on img (1).',
      },
      {
        code: 'RICH_TEXT_NOT_RENDERED',
        path: 'fields.Body',
        message: 'Markdown without a form of its own in HTML, kept as text: footnotes.',
      },
    ]);
  });

  test('that is only tried shows the same, and nothing is written', async () => {
    const { data } = await create('Ensayo', '<p>a</p>');
    service.upstream();
    const answer = await manage({
      identifier: data.entry.id,
      fields: { Body: '<p onclick="x()">b</p>' },
      dry_run: true,
    });
    expect(JSON.stringify(answer.data.plan)).toContain('onclick on p (1)');
    expect(writes()).toEqual([]);
  });

  test('that the platform spells otherwise is no loss', async () => {
    alter('POST', (html) =>
      html.replaceAll('<br />', '<br>').replaceAll('\u00a0', '&nbsp;').replace('</p>', '</p>\n'),
    );
    const { state } = await create('Grafía', '<p>a\u00a0b<br>c</p><p>d</p>');
    expect(state.warnings).toBeUndefined();
  });

  test.each([
    [
      'without its table',
      (html: string) => html.replace(/<\/?(table|tbody|tr|td)>/g, ''),
      'table (1), tbody (1), tr (1), td (1)',
    ],
    ['without the address of a link', (html: string) => html.replace(/ href="[^"]*"/, ''), 'href on a (1)'],
  ])('that came back %s is told with what is missing', async (_what, change, parts) => {
    alter('POST', change);
    const { state } = await create(
      'Pérdida',
      '<table><tbody><tr><td>1</td></tr></tbody></table><p><a href="/x">a</a></p>',
    );
    expect(state.warnings).toEqual([
      {
        code: 'RICH_TEXT_LOST',
        path: 'fields.Body',
        message: `The platform did not store all of the text: ${parts}.`,
      },
    ]);
  });

  test.each([
    ['cut', (html: string) => html.slice(0, 8), 'VALUE_TRUNCATED'],
    ['changed', (html: string) => html.replace('uno', 'dos'), 'VALUE_CHANGED'],
    ['dropped', () => '', 'VALUE_NOT_STORED'],
  ])('that came back %s is a warning', async (_what, change, code) => {
    alter('POST', change);
    const { state } = await create('Mutado', '<p>uno</p>');
    expect(state.warnings).toMatchObject([{ code, path: 'fields.Body' }]);
  });

  test('that is sent back as it was read stays as it is, whatever it holds', async () => {
    alter('POST', () => '<p>a&nbsp;b<br></p><object data="x"></object>');
    const { data } = await create('Consola', '<p>a</p>');
    const { Body } = data.fields;
    expect(Body).toContain('<object');
    const again = await manage({ identifier: data.entry.id, fields: { Body, Title: 'Nuevo' } });
    expect(again.data.fields.Body).toBe(Body);
    expect(again.state.warnings).toBeUndefined();
  });

  test.each([
    ['Markdown for a field of plain text', { Lead: { markdown: 'x' } }, 'fields.Lead'],
    ['an object of another form', { Body: { html: 'x' } }, 'fields.Body'],
    ['Markdown that is too long', { Body: { markdown: 'x'.repeat(30_001) } }, 'fields.Body'],
    ['a megabyte', { Body: 'x'.repeat(1_000_000) }, 'fields.Body'],
    ['tags without end', { Body: '<'.repeat(50_000) }, 'fields.Body'],
    ['Markdown that is nested without end', { Body: { markdown: '>'.repeat(20_000) } }, 'fields.Body'],
  ])('refuses %s and writes nothing', async (_what, fields, path) => {
    service.upstream();
    const answer = await service.send('content-entries-manage', {
      space: 'prosa',
      type: 'post',
      name: 'Mal',
      fields,
    });
    if (answer.status !== 413) {
      const { error } = JSON.parse(answer.json?.result.content[0].text ?? '{}');
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    }
    expect(writes()).toEqual([]);
  });

  test('of entries in bulk is converted and reported like any other', async () => {
    const { data, state } = await service.confirm('content-entries-bulk', {
      action: 'create',
      space: 'prosa',
      type: 'post',
      entries: [{ name: 'Lote', fields: { Body: { markdown: '**a** <script>b</script>' } } }],
      dry_run: false,
    });
    expect(state.warnings).toMatchObject([{ code: 'RICH_TEXT_REMOVED', path: 'entries.0.fields.Body' }]);
    const { data: read } = await service.call('content-entries-get', {
      space: 'prosa',
      identifier: data.items[0].uuid,
    });
    expect(read.fields.Body).toBe('<p><strong>a</strong> </p>\n');
  });
});
