import type { Warning } from '../../toolkit/result.ts';
import { markdownCharactersMax, renderMarkdown } from './markdown.ts';
import { cleanHtml } from './rich-text.ts';

/** What became of a text in the conversion that its sender should know. */
export type ConversionNote = Omit<Warning, 'path'>;

/** A rich text in the form that is saved, with what the conversion left out, or why it has none. */
export type RichTextForm =
  | { readonly html: string; readonly notes: readonly ConversionNote[] }
  | { readonly expected: string; readonly message: string };

const tagsMax = 20_000;
const itemsShownMax = 10;
const expected = 'HTML as text, or {"markdown": "…"}';

/** Text is HTML; an object whose only key is `markdown` holds Markdown. Nothing is guessed from the text. */
export function richTextForm(value: unknown): RichTextForm {
  if (typeof value === 'string') return htmlForm(value, []);
  const markdown = markdownIn(value);
  if (markdown === undefined) return { expected, message: 'is neither text nor Markdown' };
  if (markdown.length > markdownCharactersMax) {
    const most = `Markdown of at most ${markdownCharactersMax} characters, or HTML`;
    return { expected: most, message: `has ${markdown.length} characters` };
  }
  const rendered = renderMarkdown(markdown);
  if (rendered === undefined) return { expected, message: 'is nested too deeply' };
  return htmlForm(rendered.html, rendered.unrendered);
}

/** Whether a value is Markdown by its form, whatever field it is for. */
export function markdownIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { markdown, ...rest } = value as { readonly markdown?: unknown };
  return typeof markdown === 'string' && Object.keys(rest).length === 0 ? markdown : undefined;
}

function htmlForm(source: string, unrendered: readonly string[]): RichTextForm {
  if (source.split('<').length > tagsMax) {
    return { expected: `HTML of at most ${tagsMax} tags`, message: 'has too many tags' };
  }
  const { html, removed } = cleanHtml(source);
  return {
    html,
    notes: [
      ...(removed.length === 0
        ? []
        : [{ code: 'RICH_TEXT_REMOVED', message: `Taken out before saving: ${listed(removed)}.` }]),
      ...(unrendered.length === 0
        ? []
        : [
            {
              code: 'RICH_TEXT_NOT_RENDERED',
              message: `Markdown without a form of its own in HTML, kept as text: ${listed(unrendered)}.`,
            },
          ]),
    ],
  };
}

/** A few of the items, and how many more there are. */
export function listed(items: readonly string[]): string {
  const rest = items.length - itemsShownMax;
  const shown = items.slice(0, itemsShownMax).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
