export interface JsonShapeLimits {
  /** Containers inside containers. */
  readonly depthMax: number;
  /** Values and keys, counted by the punctuation that introduces them. */
  readonly nodesMax: number;
}

export type JsonShape = 'fits' | 'too_deep' | 'too_many_nodes';

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether JSON text stays within the limits, found in one pass over its bytes and before anything is built
 * from them: a parser would already have paid for the whole structure. Says nothing about validity.
 */
export function measureJsonShape(text: Buffer, limits: JsonShapeLimits): JsonShape {
  let depth = 0;
  let nodes = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case quote:
        index = endOfString(text, index);
        break;
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        nodes += 1;
        if (depth > limits.depthMax) return 'too_deep';
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x2c: // ,
      case 0x3a: // :
        nodes += 1;
        break;
      default:
    }
    if (nodes > limits.nodesMax) return 'too_many_nodes';
  }
  return 'fits';
}

/** The index of the quote that closes the string opened at `start`, or the end of the text. */
function endOfString(text: Buffer, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const byte = text[index];
    if (byte === quote) return index;
    index += byte === backslash ? 2 : 1;
  }
  return index;
}
