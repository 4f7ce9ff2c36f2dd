import { describe, expect, test } from 'vitest';
import type { FieldDefinition, FieldType } from '../../../../src/tools/content/field-definition.ts';
import { wireForm } from '../../../../src/tools/content/field-wire-form.ts';

function field(type: FieldType | 'repeatable_group', validations?: Record<string, unknown>): FieldDefinition {
  return { id: 1, name: 'Field', type, ...(validations === undefined ? {} : { validations }) };
}

const section = { values: 'News\n*Tips\nPress' };

describe('a value is put in the wire form of its field', () => {
  test.each<[FieldType, unknown, Record<string, unknown>?]>([
    ['string', 'Hola'],
    ['string', ''],
    ['text', 'two\nlines'],
    ['rich_text', '<p>ñandú</p>'],
    ['dropdown', 'Tips', section],
    ['dropdown', 'anything'],
    ['radio', 7, { values: [{ id: 7, value: 'Seven' }] }],
    ['checkbox', ['News'], section],
    ['multiple', ['News', 'not a choice'], section],
    ['multiple', []],
    ['boolean', false],
    ['integer', -2_147_483_648],
    ['integer', 2_147_483_647],
    ['decimal', 19.99],
    ['date', '2026-12-24'],
    ['date', '2024-02-29'],
    ['date', '2026-12-24T09:00:00-03:00'],
    ['date', '2026-12-24T09:00:00.000Z'],
    ['locations', [{ location_street: 'Calle 1', country: 'Chile', location: { lat: -33.4, lon: -70.6 } }]],
    ['asset', 625],
    ['asset', '1d9a0c33-5b5e-4b41-9a1e-6b6f0d0f7b21'],
    ['assets', [625, '1d9a0c33-5b5e-4b41-9a1e-6b6f0d0f7b21']],
    ['content_type', '3f0d7f7c-0c9d-4a8c-8d1f-6f0b1e7d2a44'],
    ['content_types', [9120]],
  ])('%s takes %j', (type, value, validations) => {
    expect(wireForm(field(type, validations), value)).toEqual({ ok: true, value });
  });

  test.each(['string', 'integer', 'multiple', 'asset', 'locations'] as const)('null empties a %s', (type) => {
    expect(wireForm(field(type), null)).toEqual({ ok: true, value: null });
  });
});

describe('a value of another kind is refused with what was expected', () => {
  test.each<[FieldType, unknown, RegExp, Record<string, unknown>?]>([
    ['string', 12, /at most 255 characters/],
    ['string', 'x'.repeat(256), /at most 255 characters/],
    ['string', 'abcdef', /at most 5 characters/, { length: 5 }],
    ['text', 'x'.repeat(1_000_000), /at most 200000 characters/],
    ['rich_text', { html: 'x' }, /HTML as text, or {"markdown"/],
    ['rich_text', { markdown: 'x', html: 'x' }, /HTML as text/],
    ['rich_text', { markdown: 1 }, /HTML as text/],
    ['rich_text', { markdown: 'x'.repeat(30_001) }, /at most 30000 characters, or HTML/],
    ['rich_text', '<'.repeat(20_001), /at most 20000 tags/],
    ['rich_text', { markdown: '>'.repeat(20_000) }, /HTML as text/],
    ['rich_text', { markdown: 'abc' }, /at most 5 characters/, { length: 5 }],
    ['text', { markdown: 'x' }, /text of at most/],
    ['dropdown', 'Sport', /one of: News, Tips, Press/, section],
    ['dropdown', '*Tips', /one of: News, Tips, Press/, section],
    ['radio', ['News'], /one of: News/, section],
    ['radio', 9, /one of: Seven/, { values: [{ id: 7, value: 'Seven' }] }],
    ['checkbox', 'News', /list of at most 100 labels/, section],
    ['multiple', [{ label: 'News' }], /list of at most 100 labels/],
    ['multiple', Array.from({ length: 101 }, (_, at) => `v${at}`), /at most 100/],
    ['boolean', 'true', /true or false/],
    ['boolean', 1, /true or false/],
    ['integer', 1.5, /an integer/],
    ['integer', '5', /an integer/],
    ['integer', 2_147_483_648, /to 2147483647/],
    ['integer', 11, /from 1 to 10/, { number_range: { min_number: 1, max_number: 10 } }],
    ['decimal', Number.NaN, /a number/],
    ['decimal', 10_000_000_000_000, /a number/],
    ['date', '2026-12-24T09:00:00', /offset/],
    ['date', '24/12/2026', /offset/],
    ['date', '2026-13-01', /offset/],
    ['date', '2026-12-24T99:00:00Z', /offset/],
    ['date', '2025-12-31', /offset/, { date_range: { min_date: '2026-01-01T00:00:00.000Z' } }],
    ['date', '2027-01-01', /offset/, { date_range: { max_date: '2026-12-31T00:00:00.000Z' } }],
    ['locations', { country: 'Chile' }, /list of at most 100 places/],
    ['locations', [{ city: 'Lima' }], /places/],
    ['locations', [{ location: { lat: 91, lon: 0 } }], /places/],
    ['asset', '../secrets', /an id or a uuid/],
    ['asset', 0, /an id or a uuid/],
    ['assets', 625, /list/],
    ['content_type', { uuid: 'x' }, /an id or a uuid/],
    ['content_types', ['%2e%2e'], /list of at most 100 entry ids/],
  ])('%s refuses %j', (type, value, expected, validations) => {
    expect(wireForm(field(type, validations), value)).toEqual({
      ok: false,
      expected: expect.stringMatching(expected),
      message: expect.any(String),
    });
  });
});

describe('a kind of field that no catalogue names', () => {
  test.each([[[{ Title: 'x' }]], ['x'], [null]])('is not written, whatever the value: %j', (value) => {
    expect(wireForm(field('repeatable_group'), value)).toEqual({
      ok: false,
      expected: expect.stringMatching(/console/),
      message: expect.stringMatching(/read here and not written/),
    });
  });
});

describe('rich text', () => {
  const body = field('rich_text');
  const codes = (value: unknown) => {
    const form = wireForm(body, value);
    return form.ok ? (form.notes ?? []).map(({ code }) => code) : ['refused'];
  };

  test('is Markdown where it says so, and becomes HTML', () => {
    expect(wireForm(body, { markdown: '# Hola\n\n- *uno*\n- `dos`' })).toEqual({
      ok: true,
      value: '<h1>Hola</h1>\n<ul>\n<li><em>uno</em></li>\n<li><code>dos</code></li>\n</ul>\n',
    });
  });

  test('is HTML where it is text, though it may look like Markdown', () => {
    expect(wireForm(body, '# Hola <b>y</b>')).toEqual({ ok: true, value: '# Hola <b>y</b>' });
  });

  test('keeps structure, tables, images and links as they are', () => {
    const html =
      '<h2 id="a">T</h2><table><tbody><tr><td colspan="2" style="text-align:center">1</td></tr></tbody></table>' +
      '<p><a href="/blog" target="_blank">x</a> <img src="https://example.com/a.png" alt="A" /></p>';
    expect(wireForm(body, html)).toEqual({ ok: true, value: html });
  });

  test.each([
    ['<p>a<script>alert(1)</script></p>', '<p>a</p>', 'script (1)'],
    ['<p onclick="x()" onload="y()">a</p>', '<p>a</p>', 'onclick on p (1), onload on p (1)'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>', 'href on a (1)'],
    ['<a href="JaVa&#10;Script:alert(1)">a</a>', '<a>a</a>', 'href on a (1)'],
    ['<img src="data:image/png;base64,AA==" alt="x">', '<img alt="x" />', 'src on img (1)'],
    ['<p style="color:red;position:fixed">a</p>', '<p style="color:red">a</p>', 'style position on p (1)'],
    ['<form><input name="a"><b>b</b></form>', '<b>b</b>', 'form (1), input (1)'],
    ['<svg><a href="x">a</a></svg>', '<a href="x">a</a>', 'svg (1)'],
    ['<!-- secret --><p>a</p>', '<p>a</p>', 'comments (1)'],
    ['<my-thing>a</my-thing><my-thing>b</my-thing>', 'ab', 'my-thing (2)'],
  ])('takes out of %s what may not be kept, and says so', (html, value, removed) => {
    expect(wireForm(body, html)).toEqual({
      ok: true,
      value,
      notes: [{ code: 'RICH_TEXT_REMOVED', message: `Taken out before saving: ${removed}.` }],
    });
  });

  test('takes what may not be kept out of Markdown too', () => {
    expect(codes({ markdown: 'a <script>x</script> b' })).toEqual(['RICH_TEXT_REMOVED']);
    expect(codes({ markdown: '[a](javascript:alert(1))' })).toEqual(['RICH_TEXT_REMOVED']);
  });

  test.each([
    ['---\ntitle: x\n---\n\nText', 'front matter'],
    ['Text[^1]\n\n[^1]: The note', 'footnotes'],
    ['[TOC]\n\n# A', 'a table of contents'],
    ['> [!NOTE]\n> text', 'callouts'],
    ['$$x$$', 'formulas'],
    ['[a][nowhere]', 'links without an address'],
    ['- [x] done', 'checkboxes, as the characters ☐ and ☑'],
  ])('says what of %j has no form in HTML', (markdown, name) => {
    const message = `Markdown without a form of its own in HTML, kept as text: ${name}.`;
    expect(wireForm(body, { markdown })).toMatchObject({
      ok: true,
      notes: [{ code: 'RICH_TEXT_NOT_RENDERED', message }],
    });
  });

  test('says nothing of notations in code, which are text', () => {
    expect(codes({ markdown: '`[^1]` and\n\n```\n[TOC]\n$$\n```' })).toEqual([]);
  });

  test('keeps its report short, however much was taken out', () => {
    const html = Array.from({ length: 500 }, (_, at) => `<x${at}></x${at}>`).join('');
    const form = wireForm(body, `${html}<${'y'.repeat(1000)}>`);
    expect(form.ok && form.notes?.[0]?.message?.length).toBeLessThan(250);
    expect(form).toMatchObject({ notes: [{ message: expect.stringContaining('and 491 more') }] });
  });
});
