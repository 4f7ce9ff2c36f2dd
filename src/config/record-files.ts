import { dirname, isAbsolute, join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { type IssuerRecord, issuersFileSchema, withKeyFileRead } from '../auth/issuer-record.ts';
import { type TenantRecord, tenantsFileSchema, withTokenFileRead } from '../tenant/tenant-record.ts';

/** Reads a file of text; throws as `fs.readFileSync` does. */
export type ReadFile = (path: string) => string;

/** Notes one fault of the variable that names the file. */
export type Report = (message: string) => void;

const fileCharactersMax = 4_194_304;

/** The records of the file, its key files read; `undefined` when it cannot be used, for reported reasons. */
export function readIssuers(
  path: string,
  readFile: ReadFile,
  report: Report,
): readonly IssuerRecord[] | undefined {
  const records = readYaml(path, { schema: issuersFileSchema, readFile, report });
  const readBeside = beside(path, readFile);
  return (
    records &&
    readEach(records, (record) => withKeyFileRead(record, readBeside), {
      name: (record) => `${path}: issuer ${record.issuer}`,
      report,
    })
  );
}

/** The records of the file, its token files read; `undefined` when it cannot be used, for reported reasons. */
export function readTenants(
  path: string,
  readFile: ReadFile,
  report: Report,
): readonly TenantRecord[] | undefined {
  const records = readYaml(path, { schema: tenantsFileSchema, readFile, report });
  const readBeside = beside(path, readFile);
  return (
    records &&
    readEach(records, (record) => withTokenFileRead(record, readBeside), {
      name: (record) => `${path}: tenant ${record.id}`,
      report,
    })
  );
}

/**
 * The text of a file that a variable names.
 * @returns `undefined` when it cannot be read, which is reported without the text
 */
export function readText(path: string, readFile: ReadFile, report: Report): string | undefined {
  try {
    const text = readFile(path);
    if (text.length <= fileCharactersMax) return text;
    report(`names ${path}, which is longer than ${fileCharactersMax} characters`);
  } catch (error) {
    report(`names ${path}, which cannot be read (${reasonOf(error)})`);
  }
  return undefined;
}

function beside(file: string, readFile: ReadFile): ReadFile {
  return (path) => readFile(isAbsolute(path) ? path : join(dirname(file), path));
}

interface YamlOptions<Value> {
  readonly schema: z.ZodType<Value>;
  readonly readFile: ReadFile;
  readonly report: Report;
}

function readYaml<Value>(path: string, { schema, readFile, report }: YamlOptions<Value>): Value | undefined {
  const text = readText(path, readFile, report);
  if (text === undefined) return undefined;
  const lines = new LineCounter();
  // The library's own messages quote the line, which may hold a secret.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  for (const error of document.errors) {
    report(`names ${path}, which is no valid YAML (line ${lines.linePos(error.pos[0]).line}, ${error.code})`);
  }
  if (document.errors.length > 0) return undefined;
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    report(`names ${path}, where ${z.core.toDotPath(issue.path) || 'the whole'}: ${issue.message}`);
  }
  return undefined;
}

interface EachOptions<Item> {
  readonly name: (item: Item) => string;
  readonly report: Report;
}

function readEach<Item>(items: readonly Item[], read: (item: Item) => Item, options: EachOptions<Item>) {
  const results = items.map((item) => {
    try {
      return [read(item)];
    } catch (error) {
      options.report(`names ${options.name(item)}, whose file cannot be used (${reasonOf(error)})`);
      return [];
    }
  });
  const complete = results.flat();
  return complete.length === items.length ? complete : undefined;
}

/** What can be said of an error without repeating what was read. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof SyntaxError) return 'no valid JSON';
  if (error instanceof z.ZodError) return error.issues.map(({ message }) => message).join('; ');
  return error instanceof Error ? error.message : 'unknown reason';
}
