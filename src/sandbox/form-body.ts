import type { JsonObject } from './json-object.ts';

/** A file as it stands in the body of a request, so that it can be changed like anything else of it. */
export interface SentFile {
  readonly file_name: string;
  readonly content_type: string;
  readonly base64: string;
}

export function isForm(contentType: string | undefined): boolean {
  return /^multipart\/form-data\s*;/i.test(contentType ?? '');
}

/**
 * The parts of a form by name; `tags[]` becomes the array `tags`, a file a {@link SentFile}.
 * @returns `undefined` for what is no form
 */
export async function readForm(bytes: Buffer, contentType: string): Promise<JsonObject | undefined> {
  const body: { [name: string]: JsonObject[string] } = {};
  try {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': contentType },
    }).formData();
    for (const name of new Set(form.keys())) {
      const values = await Promise.all(form.getAll(name).map(partOf));
      if (name.endsWith('[]')) body[name.slice(0, -2)] = values;
      else body[name] = values.at(-1);
    }
    return body;
  } catch {
    return undefined;
  }
}

async function partOf(part: string | (Blob & { readonly name?: string })): Promise<string | JsonObject> {
  if (typeof part === 'string') return part;
  const base64 = Buffer.from(await part.arrayBuffer()).toString('base64');
  return { file_name: part.name ?? '', content_type: part.type, base64 } satisfies SentFile & JsonObject;
}

/** A form as the record of requests shows it: of a file its size, and none of its bytes. */
export function shownForm(body: JsonObject): string {
  return JSON.stringify(body, (key, value: unknown) =>
    key === 'base64' && typeof value === 'string' ? Buffer.byteLength(value, 'base64') : value,
  );
}
