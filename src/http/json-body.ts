import { isUtf8 } from 'node:buffer';
import { type JsonShape, measureJsonShape } from '../infrastructure/json-shape.ts';

const depthMax = 64;
const nodesMax = 50_000;

/** The bytes of a POST as JSON, or why they are none. A value and not an error, which would close the connection. */
export type JsonBody = { readonly value: unknown } | { readonly unreadable: string };

const shapeFaults: Readonly<Record<Exclude<JsonShape, 'fits'>, string>> = {
  too_deep: `Parse error: the body nests deeper than ${depthMax} levels.`,
  too_many_nodes: `Parse error: the body holds more than ${nodesMax} values and keys.`,
};

/** Reads the bytes of one POST. Of a key that stands twice in an object, the last one counts. */
export function readJsonBody(bytes: Buffer): JsonBody {
  if (!isUtf8(bytes)) return { unreadable: 'Parse error: the body is not UTF-8.' };
  const shape = measureJsonShape(bytes, { depthMax, nodesMax });
  if (shape !== 'fits') return { unreadable: shapeFaults[shape] };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { unreadable: 'Parse error: the body is not JSON.' };
  }
}
