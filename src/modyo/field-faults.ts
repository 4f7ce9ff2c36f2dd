import type { FieldFault } from '../errors/app-error.ts';
import type { FieldPath } from './client.ts';
import { upstreamText } from './upstream-text.ts';

const faultsMax = 20;
const faultCharactersMax = 300;
const pathCharactersMax = 120;
const allBytesMax = 2048;

export interface UpstreamFaults {
  /** Complaints about named fields, in our own parameter names. */
  readonly fields: readonly FieldFault[];
  /** Complaints about the whole request; their `path` is empty. */
  readonly sentences: readonly FieldFault[];
}

/**
 * Reads Modyo's `{"errors": [...]}`, whose items are sentences or `{field, messages}`. What does not have
 * that form is left out; all of it together stays below 2 KiB.
 */
export function readFaults(body: unknown, fieldPath: FieldPath = () => undefined): UpstreamFaults {
  const faults: FieldFault[] = [];
  let bytesLeft = allBytesMax;
  for (const item of errorItems(body).slice(0, faultsMax)) {
    const fault = readFault(item, fieldPath);
    if (fault === undefined) continue;
    bytesLeft -= Buffer.byteLength(fault.path) + Buffer.byteLength(fault.message);
    if (bytesLeft < 0) break;
    faults.push(fault);
  }
  return {
    fields: faults.filter(({ path }) => path !== ''),
    sentences: faults.filter(({ path }) => path === ''),
  };
}

/** The items of `errors`, also where it is one sentence or a single object. */
export function errorItems(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return [];
  const { errors } = body;
  if (Array.isArray(errors)) return errors;
  return typeof errors === 'string' || (typeof errors === 'object' && errors !== null) ? [errors] : [];
}

function readFault(item: unknown, fieldPath: FieldPath): FieldFault | undefined {
  if (typeof item === 'string') return { path: '', message: upstreamText(item, faultCharactersMax) };
  if (typeof item !== 'object' || item === null || !('field' in item)) return undefined;
  const { field } = item;
  if (typeof field !== 'string' || field === '') return undefined;
  const messages = 'messages' in item && Array.isArray(item.messages) ? item.messages : [];
  const sentences = messages.filter((message): message is string => typeof message === 'string');
  return {
    path: upstreamText(fieldPath(field) ?? dotted(field), pathCharactersMax),
    message: upstreamText(sentences.join('; '), faultCharactersMax) || 'Modyo does not accept the value.',
  };
}

/** `parent[0][child]` as `parent.0.child`. */
function dotted(field: string): string {
  return field.replaceAll(']', '').replaceAll('[', '.');
}
