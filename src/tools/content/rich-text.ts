import sanitizeHtml from 'sanitize-html';
import { keptHtml, wholeHtml } from './rich-text-rules.ts';

/** HTML that may be saved, and what of its source is not in it, as words for a person. */
export interface RichText {
  readonly html: string;
  readonly removed: readonly string[];
}

const nameShownCharactersMax = 40;

/** HTML in the one spelling that is saved; what may not be kept is taken out of it and named. */
export function cleanHtml(source: string): RichText {
  const html = sanitizeHtml(source, keptHtml);
  const comments = source.match(/<[!?]/g)?.length ?? 0;
  return {
    html,
    removed: [...missingParts(source, html), ...(comments > 0 ? [`comments (${comments})`] : [])],
  };
}

/** Whether two texts are the same HTML, however its tags, spaces and characters are spelt. */
export function isSameHtml(left: string, right: string): boolean {
  return left === right || spelling(left) === spelling(right);
}

/** The tags and attributes of the first text that the second one has fewer of: `onclick on p (2)`. */
export function missingParts(source: string, result: string): readonly string[] {
  const left = partsOf(result);
  const missing = [...partsOf(source)].flatMap(([name, count]): (readonly [string, number])[] => {
    const lost = count - (left.get(name) ?? 0);
    return lost > 0 ? [[name, lost]] : [];
  });
  const tags = new Set(missing.map(([name]) => name));
  // What an element had is gone with it, and is not named beside it.
  return missing
    .filter(([name]) => !name.includes(' on ') || !tags.has(name.slice(name.indexOf(' on ') + ' on '.length)))
    .map(([name, count]) => `${name} (${count})`);
}

function partsOf(html: string): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  const add = (name: string) => parts.set(name, (parts.get(name) ?? 0) + 1);
  sanitizeHtml(html, {
    ...wholeHtml,
    onOpenTag(tag, attributes) {
      add(shown(tag));
      for (const [name, value] of Object.entries(attributes)) {
        if (name === 'style') for (const property of propertiesOf(value)) add(`${property} on ${shown(tag)}`);
        else add(`${shown(name)} on ${shown(tag)}`);
      }
    },
  });
  return parts;
}

function propertiesOf(style: string): readonly string[] {
  return style
    .split(';')
    .map((declaration) => declaration.split(':', 1)[0]?.trim().toLowerCase() ?? '')
    .filter((property) => property !== '')
    .map((property) => `style ${shown(property)}`);
}

function shown(name: string): string {
  return name.replace(/[^\w:-]/g, '?').slice(0, nameShownCharactersMax);
}

function spelling(html: string): string {
  return sanitizeHtml(html, wholeHtml).replace(/\s+/g, ' ').replaceAll('> <', '><').trim();
}
