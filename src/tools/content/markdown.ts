import { Marked, type Token } from 'marked';

/** HTML made of Markdown, and what of the source stays as plain text or becomes another thing. */
export interface RenderedMarkdown {
  readonly html: string;
  readonly unrendered: readonly string[];
}

/** Longer texts take the converter seconds if somebody means it ill; they can be sent as HTML. */
export const markdownCharactersMax = 30_000;

/** Notations that other converters know and this one leaves as the characters that they are. */
const notations: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['footnotes', /\[\^[^\]\s]{1,100}\]/],
  ['a table of contents', /^\s*\[(?:TOC|\[_TOC_\])\]/i],
  ['callouts', /^\s*\[!\w{1,20}\]/],
  ['formulas', /\$\$/],
  ['links without an address', /\[[^\]]{1,100}\]\s?\[[^\]]{0,100}\]/],
];

const frontMatter = /^---[ \t]*\n[\s\S]{0,5000}?\n---[ \t]*(?:\n|$)/;

/**
 * Converts Markdown as GitHub knows it. HTML in it passes as it is.
 * @returns `undefined` for a text that is nested too deeply to be read
 */
export function renderMarkdown(source: string): RenderedMarkdown | undefined {
  const unrendered = new Set<string>();
  if (frontMatter.test(source)) unrendered.add('front matter');
  const converter = new Marked({
    gfm: true,
    async: false,
    tokenizer: {
      // A footnote is no definition of a link: as one it would lead to its first word.
      def: (text) => (/^ {0,3}\[\^/.test(text) ? undefined : false),
    },
    renderer: {
      checkbox({ checked }) {
        unrendered.add('checkboxes, as the characters ☐ and ☑');
        return checked ? '☑ ' : '☐ ';
      },
    },
    walkTokens(token) {
      for (const name of notationsIn(token)) unrendered.add(name);
    },
  });
  try {
    return { html: converter.parse(source, { async: false }), unrendered: [...unrendered] };
  } catch {
    // It throws for nothing else: whatever characters come, they are Markdown.
    return undefined;
  }
}

function notationsIn(token: Token): readonly string[] {
  if (token.type !== 'text' || ('tokens' in token && token.tokens !== undefined)) return [];
  return notations.filter(([, pattern]) => pattern.test(token.raw)).map(([name]) => name);
}
