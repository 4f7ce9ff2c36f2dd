import type sanitizeHtml from 'sanitize-html';

/** Deeper than any text that a person writes; what lies deeper is taken out. */
const nestingMax = 100;

const sizes = [
  /^-?\d+(\.\d+)?(px|em|rem|ex|ch|pt|%)?( -?\d+(\.\d+)?(px|em|rem|ex|ch|pt|%)?){0,3}$/,
  /^auto$/,
];
const colours = [/^#[0-9a-f]{3,8}$/i, /^[a-z]{3,24}$/i, /^(rgb|hsl)a?\([\d\s.,%/]{1,40}\)$/i];
const words = [/^[a-z-]{2,24}$/];
const borders = [/^[\w\s#.(),%-]{1,60}$/];

/**
 * What of HTML is kept: text, its structure, links, images and media by address. Whatever runs, asks for
 * input, styles the page around it or hides data in an address is taken out.
 */
export const keptHtml: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'wbr', 'div', 'span', 'blockquote', 'pre'],
    ...['section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'address'],
    ...['figure', 'figcaption', 'details', 'summary'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'code', 'kbd'],
    ...['samp', 'var', 'abbr', 'cite', 'dfn', 'q', 'time', 'bdi', 'bdo', 'ruby', 'rp', 'rt'],
    ...['img', 'picture', 'source', 'video', 'audio', 'track', 'iframe'],
  ],
  allowedAttributes: {
    '*': ['class', 'id', 'title', 'lang', 'dir', 'role', 'style', 'align', 'aria-*', 'data-*'],
    a: ['href', 'name', 'target', 'rel', 'download', 'hreflang'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    source: ['src', 'srcset', 'sizes', 'type', 'media'],
    video: ['src', 'poster', 'width', 'height', 'controls', 'loop', 'muted', 'preload', 'playsinline'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    track: ['src', 'kind', 'label', 'srclang', 'default'],
    iframe: ['src', 'width', 'height', 'allow', 'allowfullscreen', 'frameborder', 'loading'],
    table: ['border', 'cellpadding', 'cellspacing', 'width', 'summary'],
    col: ['span', 'width'],
    colgroup: ['span', 'width'],
    th: ['colspan', 'rowspan', 'scope', 'abbr', 'headers', 'width', 'valign'],
    td: ['colspan', 'rowspan', 'headers', 'width', 'valign'],
    ol: ['start', 'type', 'reversed'],
    li: ['value'],
    time: ['datetime'],
    del: ['datetime', 'cite'],
    ins: ['datetime', 'cite'],
    q: ['cite'],
    blockquote: ['cite'],
    details: ['open'],
  },
  allowedStyles: {
    '*': {
      ...Object.fromEntries(['color', 'background-color'].map((name) => [name, colours])),
      ...Object.fromEntries(
        [
          ...['width', 'height', 'max-width', 'min-width', 'max-height', 'font-size', 'line-height'],
          ...['margin', 'margin-left', 'margin-right', 'margin-top', 'margin-bottom', 'text-indent'],
          ...['padding', 'padding-left', 'padding-right', 'padding-top', 'padding-bottom'],
        ].map((name) => [name, sizes]),
      ),
      ...Object.fromEntries(
        [
          ...['text-align', 'vertical-align', 'float', 'clear', 'font-style', 'text-transform'],
          ...['text-decoration', 'text-decoration-line', 'list-style-type', 'border-collapse', 'display'],
        ].map((name) => [name, words]),
      ),
      'font-weight': [...words, /^[1-9]00$/],
      border: borders,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { iframe: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  allowIframeRelativeUrls: false,
  nestingLimit: nestingMax,
};

/** Everything, for looking at what is there: nothing of it is sent anywhere. */
export const wholeHtml: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  parseStyleAttributes: false,
};
