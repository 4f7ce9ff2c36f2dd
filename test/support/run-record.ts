import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder of the run. Absent outside an end-to-end run, and then nothing is recorded. */
export const recordFolderVariable = 'RUN_RECORD_FOLDER';

const plantedFile = 'planted.jsonl';
const outputSuffix = '.output';
/** A shorter text is a word that may stand anywhere. */
const plantedCharactersMin = 12;
const bannerTitle = 'Modyo MCP service, with a demo account';
/** A compact JWS or JWE, whoever made it. */
const anyToken = /eyJ[\w-]{8,}\.[\w-]*\.[\w-]+/;
const shownCharacters = 12;

/** A text that stands where it must not. */
export interface Leak {
  /** The start of the text that leaked: enough to find it, too little to be it. */
  readonly text: string;
  /** The line without the text. */
  readonly line: string;
}

export interface RunRecord {
  /** Lines of the log, over all processes. */
  readonly logLines: number;
  readonly planted: readonly string[];
  readonly leaks: readonly Leak[];
}

/** Keeps what a process wrote. */
export function recordOutput(source: string, bytes: Buffer | string): void {
  const folder = recordFolder();
  if (folder !== undefined) appendFileSync(join(folder, `${source}${outputSuffix}`), bytes);
}

/** Notes texts that no line may hold: tokens, credentials, values of arguments. Short ones do not count. */
export function plant(...texts: readonly string[]): void {
  const folder = recordFolder();
  if (folder === undefined) return;
  const lines = texts
    .filter((text) => text.length >= plantedCharactersMin)
    .map((text) => JSON.stringify(text));
  appendFileSync(join(folder, plantedFile), lines.map((line) => `${line}\n`).join(''));
}

/** Plants every text in the arguments of a call, at any depth. */
export function plantArguments(value: unknown): void {
  if (typeof value === 'string') plant(value);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) plantArguments(item);
}

function recordFolder(): string | undefined {
  return process.env[recordFolderVariable];
}

/** What the run left, and every planted text that a line of it holds. */
export function readRunRecord(folder: string): RunRecord {
  const planted = readPlanted(folder);
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(outputSuffix))
    .flatMap((name) => logLinesOf(readFileSync(join(folder, name), 'utf8')));
  return { logLines: lines.length, planted, leaks: lines.flatMap((line) => leaksIn(line, planted)) };
}

function readPlanted(folder: string): readonly string[] {
  const isThere = readdirSync(folder).includes(plantedFile);
  const lines = isThere ? readFileSync(join(folder, plantedFile), 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string))];
}

/** Whatever a process wrote, but for the demo's banner, which shows its own token on purpose. */
function logLinesOf(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return output.includes(bannerTitle) ? lines.filter((line) => line.startsWith('{')) : lines;
}

function leaksIn(line: string, planted: readonly string[]): readonly Leak[] {
  const haystack = line.toLowerCase();
  const known = planted.filter((text) => formsOf(text).some((form) => haystack.includes(form)));
  const unknown = anyToken.exec(line)?.[0];
  return [...known, ...(unknown === undefined ? [] : [unknown])].map((text) => ({
    text: `${text.slice(0, shownCharacters)}…`,
    line: line.replaceAll(text, '…'),
  }));
}

/** As it is, as JSON writes it and as a URL does. */
function formsOf(text: string): readonly string[] {
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)].map((form) =>
    form.toLowerCase(),
  );
}
