import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Contract, digestOf } from '../../src/toolkit/contract.ts';
import { middleware } from '../../src/toolkit/derivation.ts';
import { contractOfTools } from '../../src/toolkit/registry.ts';
import { ok } from '../../src/toolkit/result.ts';
import { toolCatalogue } from '../../src/tools/catalogue.ts';
import { lockPath, parseLock, renderLock } from '../support/contract-lock/lock-file.ts';
import { reportOf } from '../support/contract-lock/report.ts';
import { acceptedLock, reviewContract } from '../support/contract-lock/review.ts';
import { tokenGrowth, tokensOf } from '../support/contract-lock/token-growth.ts';
import { startEdge } from '../support/edge.ts';
import { noteKit } from '../support/note-tools.ts';

const root = resolve(import.meta.dirname, '../..');
const lockedText = readFileSync(join(root, lockPath), 'utf8');

const first = middleware('first', () => ({}));
const second = middleware('second', () => ({}));

/** The tool that each test changes in one place. */
const plain = {
  use: [first, second] as readonly (typeof first)[],
  limit: 50,
  scope: 'modyo:admin' as 'modyo:admin' | 'modyo:write',
  idempotent: false,
  summary: 'List the boxes of a shelf',
  count: z.number() as z.ZodType,
  colour: z.enum(['red', 'blue']) as z.ZodType,
  more: {} as z.ZodRawShape,
  moreData: {} as z.ZodRawShape,
};

function boxTool(name: string, changes: Partial<typeof plain> = {}, without: readonly string[] = []) {
  const made = { ...plain, ...changes };
  const list = noteKit.query({
    summary: made.summary,
    input: z.object({ colour: made.colour.describe('Colour of the box'), ...made.more }),
    data: z.object({ boxes: z.array(z.object({ id: z.number() })), count: made.count, ...made.moreData }),
    use: [...made.use] as [],
    present: { limit: made.limit },
    run: () => ok({ boxes: [], count: 0 }),
  });
  const empty = noteKit.action({
    summary: 'Empty a box',
    scope: made.scope,
    idempotent: made.idempotent,
    input: z.object({ box: z.int().min(1).max(99).describe('Number of the box') }),
    data: z.object({ id: z.number() }),
    run: () => ok({ id: 1 }),
  });
  const actions = Object.fromEntries(
    Object.entries({ list, empty }).filter(([action]) => !without.includes(action)),
  );
  return noteKit.tool(name, { title: 'Boxes', summary: 'Look into boxes and empty them', actions });
}

const name = 'content-boxes-manage';
const contractWith = (changes: Partial<typeof plain> = {}, without: readonly string[] = []) =>
  contractOfTools([boxTool(name, changes, without)]);
const lockOf = (contract: Contract) => acceptedLock('', contract).text;
const locked = lockOf(contractWith());

describe('F11.1 a change fails the check, which names where, what was, what is, and what it means', () => {
  const inOutput = `${name}.listed.grouped/full.outputSchema.properties.data.properties`;
  test.each<[string, Partial<typeof plain>, string, unknown, unknown, string]>([
    ['an output type', { count: z.string() }, `${inOutput}.count.type`, ['number'], ['string'], 'breaking'],
    [
      'a middleware less',
      { use: [first] },
      `${name}.actions.list.middleware`,
      ['first', 'second'],
      ['first'],
      'breaking',
    ],
    ['another limit', { limit: 20 }, `${name}.actions.list.limit`, 50, 20, 'breaking'],
    [
      'a lesser scope',
      { scope: 'modyo:write' },
      `${name}.actions.empty.scope`,
      'modyo:admin',
      'modyo:write',
      'breaking',
    ],
    [
      'an annotation',
      { idempotent: true },
      `${name}.actions.empty.annotations.idempotentHint`,
      false,
      true,
      'compatible',
    ],
  ])('F11.1 %s', (_what, changes, path, old, now, meaning) => {
    const found = reviewContract(locked, contractWith(changes));
    expect(found).toContainEqual({ path, old, new: now, class: meaning });
    const paragraph = `${meaning}: ${path}\n  old: ${JSON.stringify(old)}\n  new: ${JSON.stringify(now)}\n`;
    expect(reportOf(found)).toContain(paragraph);
  });

  test('F11.1 a word of a description', () => {
    const found = reviewContract(locked, contractWith({ summary: 'List the crates of a shelf' }));
    expect(found.length).toBeGreaterThan(0);
    for (const change of found) {
      expect(change).toMatchObject({ class: 'text', path: expect.stringContaining('.description') });
      expect(change.old).toContain('boxes');
      expect(change.new).toContain('crates');
    }
  });

  test('F11.1 the command says so and ends with 1, and with 0 where nothing changed', async () => {
    const built = contractOfTools(toolCatalogue);
    expect(await runLock('check', lockOf(built))).toMatchObject({ exitCode: 0, output: '' });
    const { 'content-spaces-list': gone, ...others } = built;
    expect(gone).toBeDefined();
    const { exitCode, output } = await runLock('check', lockOf(others));
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^compatible: content-spaces-list\n {2}old: absent\n {2}new: \{/m);
    expect(output).toContain('npm run contracts:accept');
  }, 60_000);
});

describe('F11.2 the class of a change', () => {
  const input = `${name}.listed.grouped/full.inputSchema`;
  const data = `${name}.listed.grouped/full.outputSchema.properties.data.properties`;
  const size = z.string().max(9).describe('Size of the box, e.g. "small"');
  test.each<[string, Contract, Contract, string, string]>([
    ['a tool less', contractWith(), {}, name, 'breaking'],
    ['a tool more', {}, contractWith(), name, 'compatible'],
    ['an action less', contractWith(), contractWith({}, ['empty']), `${name}.actions.empty`, 'breaking'],
    ['an action more', contractWith({}, ['empty']), contractWith(), `${name}.actions.empty`, 'compatible'],
    [
      'a parameter less',
      contractWith({ more: { size: size.optional() } }),
      contractWith(),
      `${input}.properties.size`,
      'breaking',
    ],
    [
      'an optional parameter more',
      contractWith(),
      contractWith({ more: { size: size.optional() } }),
      `${input}.properties.size`,
      'compatible',
    ],
    [
      'a parameter that has to be sent from now on',
      contractWith({ more: { size: size.optional() } }, ['empty']),
      contractWith({ more: { size } }, ['empty']),
      `${name}.listed.grouped/full.inputSchema.required.size`,
      'breaking',
    ],
    [
      'a choice less',
      contractWith(),
      contractWith({ colour: z.enum(['red']) }),
      `${input}.properties.colour.enum`,
      'breaking',
    ],
    [
      'a choice more',
      contractWith(),
      contractWith({ colour: z.enum(['red', 'blue', 'green']) }),
      `${input}.properties.colour.enum`,
      'compatible',
    ],
    [
      'another type of a parameter',
      contractWith(),
      contractWith({ colour: z.boolean() }),
      `${input}.properties.colour.type`,
      'breaking',
    ],
    [
      'a key of the answer less',
      contractWith({ moreData: { weight: z.number().optional() } }),
      contractWith(),
      `${data}.weight`,
      'breaking',
    ],
    [
      'an optional key of the answer more',
      contractWith(),
      contractWith({ moreData: { weight: z.number().optional() } }),
      `${data}.weight`,
      'compatible',
    ],
  ])('F11.2 %s', (_what, old, now, path, meaning) => {
    const found = reviewContract(lockOf(old), now).filter((change) => change.path === path);
    expect(found.map((change) => change.class)).toEqual([meaning]);
  });

  test('F11.2 the worst stands first', () => {
    const changes = reviewContract(
      locked,
      contractWith({
        summary: 'List boxes',
        limit: 20,
        more: { size: z.boolean().optional().describe('S') },
      }),
    );
    const rank = ['breaking', 'compatible', 'text'];
    const ranks = changes.map((change) => rank.indexOf(change.class));
    expect(ranks).toEqual(ranks.toSorted());
    expect(new Set(ranks).size).toBeGreaterThan(1);
  });
});

describe('F11.3 F11.4 the lock', () => {
  test('F11.3 other layout of a definition and another order of the tools change nothing', () => {
    const tools = [boxTool(name), boxTool('content-crates-manage')];
    const turned = tools.toReversed().map((tool) => ({
      spec: Object.fromEntries(Object.entries(tool.spec).toReversed()) as unknown as typeof tool.spec,
      name: tool.name,
    }));
    expect(reviewContract(lockOf(contractOfTools(tools)), contractOfTools(turned))).toEqual([]);
    expect(digestOf(contractOfTools(turned))).toBe(digestOf(contractOfTools(tools)));
  });

  test('F11.4 is the same, byte for byte, when it is written again', () => {
    const text = acceptedLock(lockedText, contractOfTools(toolCatalogue)).text;
    expect(acceptedLock(text, contractOfTools(toolCatalogue)).text).toBe(text);
    expect(renderLock(parseLock(text))).toBe(text);
    expect(text).toMatch(/^\{\n[^\r]*\n\}\n$/);
  });

  test('F11.4 holds every form of every tool as tools/list carries it', () => {
    const built = contractOfTools(toolCatalogue);
    expect(parseLock(lockOf(built)).tools).toEqual(JSON.parse(JSON.stringify(built)));
  });

  test('of the product agrees with its tools; `npm run contracts:accept` writes it anew', () => {
    expect(reportOf(reviewContract(lockedText, contractOfTools(toolCatalogue)))).toBe(reportOf([]));
  });

  test('that was written by hand, or by another version, does not pass', () => {
    expect(reviewContract(`${locked} `, contractWith())).toMatchObject([{ path: lockPath, class: 'text' }]);
    expect(() => reviewContract('{"tools":[]}', contractWith())).toThrow(lockPath);
  });
});

describe('F11.5 CONTRACT_DIGEST', () => {
  const digest = digestOf(contractOfTools(toolCatalogue));
  const product = { app: { tools: toolCatalogue } };

  test('F11.5 of these very tools lets the service start', async () => {
    const edge = await startEdge({ ...product, env: { CONTRACT_DIGEST: digest } });
    await edge.close();
  });

  test('F11.5 of other tools keeps it from starting, and names both', async () => {
    const other = digestOf(contractWith());
    const starting = startEdge({ ...product, env: { CONTRACT_DIGEST: other } });
    await expect(starting).rejects.toThrow(
      `CONTRACT_DIGEST is ${other}, but the tools of this build have ${digest}`,
    );
  });

  test('F11.5 changes with any word that is listed and any fact of policy', () => {
    const digests = [
      contractWith(),
      contractWith({ limit: 49 }),
      contractWith({ scope: 'modyo:write' }),
      contractWith({ use: [second, first] }),
      contractWith({ summary: 'List the crates of a shelf' }),
      contractWith({}, ['empty']),
    ].map(digestOf);
    expect(new Set(digests).size).toBe(digests.length);
    for (const value of digests) expect(value).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe('F11.6 the tokens of a listing', () => {
  const longer = (times: number) =>
    contractWith({ summary: `List the boxes${' and more boxes'.repeat(times)}` });

  test('F11.6 are recorded for each exposure and each form', () => {
    const { tokens } = parseLock(lockedText);
    const forms = ['grouped', 'flat', 'catalog'].flatMap((exposure) => [
      `${exposure}/full`,
      `${exposure}/compact`,
    ]);
    expect(Object.keys(tokens).toSorted()).toEqual(forms.toSorted());
    for (const { now, agreed } of Object.values(tokens)) {
      expect(now).toBeGreaterThan(0);
      expect(now).toBeLessThanOrEqual(agreed * 1.1);
    }
  });

  test('F11.6 may not grow by more than a tenth unless it is said to be worth it', () => {
    const grown = longer(90);
    const growth = reviewContract(locked, grown).filter((change) => change.path.startsWith('tokens.'));
    expect(growth).toContainEqual({
      path: 'tokens.flat/full',
      old: tokensOf(contractWith()).get('flat/full'),
      new: tokensOf(grown).get('flat/full'),
      class: 'breaking',
    });
    expect(acceptedLock(locked, grown).refused).not.toEqual([]);
    const bumped = acceptedLock(locked, grown, { bump: true });
    expect(bumped.refused).toEqual([]);
    expect(reviewContract(bumped.text, grown)).toEqual([]);
  });

  test('F11.6 are measured from what was agreed, so that small steps add up', () => {
    const total = tokensOf(contractWith()).get('flat/full') ?? 0;
    const step = acceptedLock(locked, longer(3));
    expect(step.refused).toEqual([]);
    expect(parseLock(step.text).tokens['flat/full']).toMatchObject({ agreed: total });
    const { tokens } = parseLock(step.text);
    expect(tokenGrowth(tokens, new Map([['flat/full', Math.floor(total * 1.1)]]))).toEqual([]);
    expect(tokenGrowth(tokens, new Map([['flat/full', Math.ceil(total * 1.1) + 1]]))).toHaveLength(1);
  });

  test('F11.6 the command writes nothing where a listing grew too much, until it is told to', async () => {
    const built = contractOfTools(toolCatalogue);
    const { tokens } = parseLock(lockOf(built));
    const cheap = Object.entries(tokens).map(([form, { now }]) => [
      form,
      { now, agreed: Math.ceil(now / 2) },
    ]);
    const text = renderLock({ tokens: Object.fromEntries(cheap), tools: built });
    const refused = await runLock('accept', text);
    expect(refused).toMatchObject({ exitCode: 1, text });
    expect(refused.output).toMatch(/^breaking: tokens\.grouped\/full\n {2}old: \d+\n {2}new: \d+$/m);
    expect(refused.output).toContain('--bump-tokens');
    const agreed = await runLock('accept', text, '--bump-tokens');
    expect(agreed).toMatchObject({ exitCode: 0, text: lockOf(built) });
    expect((await runLock('accept', agreed.text)).output).toBe('');
  }, 60_000);

  test('F11.6 that were saved are not given back', () => {
    const [large, small] = [longer(90), contractWith()];
    const { tokens } = parseLock(acceptedLock(lockOf(large), small).text);
    expect(tokens['flat/full']?.agreed).toBe(tokensOf(small).get('flat/full'));
  });
});

interface LockRun {
  readonly exitCode: number;
  readonly output: string;
  /** Of the lock, afterwards. */
  readonly text: string;
}

/** A command of the lock, in a folder whose lock has this text. */
async function runLock(script: 'check' | 'accept', text: string, ...args: string[]): Promise<LockRun> {
  const folder = mkdtempSync(join(tmpdir(), 'modyo-mcp-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, lockPath);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  const command = ['node_modules/tsx/dist/cli.mjs', `test/support/contract-lock/${script}.ts`].map((file) =>
    join(root, file),
  );
  const options = { cwd: folder, maxBuffer: 2 ** 26 };
  return new Promise((done) => {
    execFile(process.execPath, [...command, ...args], options, (failure, stdout, stderr) => {
      const exitCode = failure === null ? 0 : Number(failure.code ?? 1);
      done({ exitCode, output: stdout + stderr, text: readFileSync(path, 'utf8') });
    });
  });
}
