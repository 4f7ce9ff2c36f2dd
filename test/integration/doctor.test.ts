import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readContract } from '../../src/cli/doctor-source.ts';
import { differenceBetween, isGap } from '../../src/modyo/catalogue-difference.ts';
import { readCatalogue } from '../../src/modyo/catalogue-document.ts';
import { contractOfTools } from '../../src/toolkit/registry.ts';
import { toolCatalogue } from '../../src/tools/catalogue.ts';
import { openApiOf2023, type SwaggerDocument, swaggerOf2023 } from '../support/account-swagger.ts';
import { type ContractOperation, readAdminContract } from '../support/admin-contract.ts';
import { freshDirectory, runOperatorCommand as run } from '../support/command-run.ts';

interface ReportedFinding {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly evidence: string;
  readonly finding: string;
  readonly is_gap: boolean;
  readonly detail: string;
  readonly tools: readonly { readonly tool: string; readonly action: string }[];
}

interface Report {
  readonly source: string;
  readonly operations: { readonly ours: number; readonly account: number };
  readonly gaps: number;
  readonly findings: readonly ReportedFinding[];
  readonly missing_operations: readonly string[];
  readonly offers: {
    readonly operations: readonly { readonly method: string; readonly path: string }[];
    readonly names: readonly { readonly operation: string; readonly names: readonly string[] }[];
    readonly others: { readonly [family: string]: number };
  };
}

/** The addresses that the doctor itself reads are in the contract and not in its report. */
const isCompared = ({ id }: ContractOperation) => !/^get(Docs|Swagger|ApiDocs)/.test(id);
const contract = readAdminContract().filter(isCompared);

// The command brings the whole catalogue with it, which takes its time to load on a busy machine.
beforeAll(() => import('../../src/cli/doctor.ts'));

function saved(name: string, text: string): string {
  const path = join(dirname(freshDirectory()), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function examine(text: string, ...args: string[]) {
  return run(['doctor', '--swagger', saved('swagger.json', text), ...args]);
}

async function reportOf(document: SwaggerDocument): Promise<{ exitCode: number; report: Report }> {
  const { exitCode, out } = await examine(JSON.stringify(document), '--json');
  return { exitCode, report: JSON.parse(out) as Report };
}

function findingsOf(report: Report, operation: string): readonly ReportedFinding[] {
  return report.findings.filter((finding) => finding.operation === operation);
}

/** An account that has every operation of ours, with every name that we send. */
function completeAccount(): SwaggerDocument {
  const paths: SwaggerDocument['paths'] = {};
  for (const { path, method, query, body, isForm } of readContract().operations) {
    const names = [...body.keys.keys()];
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    const item = paths[path] ?? {};
    item[method.toLowerCase()] = {
      parameters: [
        ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path' })),
        ...query.map(({ name }) => ({ name, in: 'query' })),
        ...(isForm
          ? names.map((name) => ({ name, in: 'formData' }))
          : [{ name: 'body', in: 'body', schema: { properties } }]),
      ],
    };
    paths[path] = item;
  }
  return { swagger: '2.0', basePath: '/api/admin', paths };
}

function operationAt(document: SwaggerDocument, path: string, method: string) {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`The account has no ${method} ${path}.`);
  return operation;
}

const entry = '/content/spaces/{space_id}/entries/{entry_id}';

describe('doctor on a saved catalogue', () => {
  test('finds nothing missing in an account that has everything, and ends with 0', async () => {
    const { exitCode, out, err } = await examine(JSON.stringify(completeAccount()));
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain('Nothing is missing.');
    expect(out).not.toContain('missing_operations');
  });

  test('finds of each operation of the 2023 file that it is there, and of each other that it is not', async () => {
    const { exitCode, report } = await reportOf(swaggerOf2023());
    expect(exitCode).toBe(2);
    const absent = report.findings
      .filter(({ finding }) => finding === 'missing' || finding === 'renamed?')
      .map(({ operation }) => operation);
    const unknownTo2023 = contract.filter(({ evidence }) => evidence !== 'swagger-2023').map(({ id }) => id);
    expect([...absent].sort()).toEqual([...unknownTo2023].sort());
    expect(report.missing_operations).toEqual(absent);
    expect(report.operations.ours).toBe(contract.length);
    expect(report.gaps).toBe(report.findings.filter(({ is_gap }) => is_gap).length);
  });

  test('finds of each name that the 2023 file does not declare where it is or that it is unknown', async () => {
    const { report } = await reportOf(swaggerOf2023());
    expect(findingsOf(report, 'createSpace')).toMatchObject([
      { finding: 'unknown body', is_gap: true, detail: expect.stringContaining('description (docs)') },
      {
        finding: 'declared elsewhere',
        is_gap: false,
        detail: expect.stringContaining('realm_id in the path'),
      },
    ]);
    expect(findingsOf(report, 'deleteSpace')).toMatchObject([
      { finding: 'declared elsewhere', is_gap: false, detail: 'validation in the path' },
    ]);
  });

  test('says the same of Swagger 2.0, of OpenAPI 3.1 and of YAML', async () => {
    const { report } = await reportOf(swaggerOf2023());
    expect((await reportOf(openApiOf2023())).report.findings).toEqual(report.findings);
    const yaml = await examine(stringify(swaggerOf2023()), '--json');
    expect((JSON.parse(yaml.out) as Report).findings).toEqual(report.findings);
  });

  test('finds of each operation that it alone is missing, where the account has not got it', () => {
    const ours = readContract();
    const complete = completeAccount();
    for (const { id, method, path } of contract) {
      const { [method.toLowerCase()]: _taken, ...others } = complete.paths[path] ?? {};
      const account = { ...complete, paths: { ...complete.paths, [path]: others } };
      const { findings } = differenceBetween(ours, readCatalogue(account));
      expect(findings.filter(isGap), id).toMatchObject([{ kind: 'missing', operation: { id } }]);
    }
  });

  test('names the actions on an operation that is missing, as their definitions do', async () => {
    const account = completeAccount();
    delete account.paths['/content/spaces/{space_id}/entries/bulk'];
    const { report } = await reportOf(account);
    const calling = Object.entries(contractOfTools(toolCatalogue)).flatMap(([tool, { actions }]) =>
      Object.entries(actions)
        .filter(([, facts]) => (facts['operations'] as readonly string[]).includes('bulkEntries'))
        .map(([action]) => ({ tool, action })),
    );
    expect(calling.length).toBeGreaterThan(0);
    const [finding] = findingsOf(report, 'bulkEntries').filter(({ is_gap }) => is_gap);
    expect(finding?.tools).toEqual(calling);
    const { out } = await examine(JSON.stringify(account));
    const line = out.split('\n').find((text) => text.includes('| missing |')) ?? '';
    for (const { tool } of calling) expect(line).toContain(`${tool} (`);
    expect(out).toContain('missing_operations: [bulkEntries]');
  });

  test('takes a path with other names of its parameters for the same', async () => {
    const account = completeAccount();
    const item = account.paths[entry] ?? {};
    delete account.paths[entry];
    account.paths['/content/spaces/{space}/entries/{id}/'] = item;
    const { exitCode } = await reportOf(account);
    expect(exitCode).toBe(0);
  });

  test.each([
    ['another word that is the only one it could be', 'publish', 'launch', 'renamed?'],
    ['a word that is spelled alike', 'publish', 'publish_now', 'renamed?'],
  ])('asks whether an operation was renamed: %s', async (_case, from, to, finding) => {
    const account = completeAccount();
    account.paths[`${entry}/${to}`] = account.paths[`${entry}/${from}`] ?? {};
    delete account.paths[`${entry}/${from}`];
    const { exitCode, report } = await reportOf(account);
    expect(exitCode).toBe(2);
    expect(findingsOf(report, 'publishEntry')).toMatchObject([{ finding, detail: `POST ${entry}/${to}` }]);
    expect(report.missing_operations).toEqual(['publishEntry']);
  });

  test('asks no such thing where several unlike words could be meant, or the beginning is another', async () => {
    const account = completeAccount();
    for (const word of ['launch', 'hide']) account.paths[`${entry}/${word}`] = { post: {} };
    delete account.paths[`${entry}/publish`];
    account.paths['/weather/spaces/{space_id}/types/{type_id}'] = { get: {} };
    delete account.paths['/content/spaces/{space_id}/types/{type_id}']?.['get'];
    const { report } = await reportOf(account);
    for (const operation of ['publishEntry', 'getType']) {
      expect(findingsOf(report, operation)).toMatchObject([{ finding: 'missing' }]);
    }
  });

  test('asks whether PUT became PATCH, and says which methods a path has otherwise', async () => {
    const account = completeAccount();
    const item = account.paths[entry] ?? {};
    account.paths[entry] = { ...item, patch: item['put'] ?? {} };
    delete account.paths[entry]['put'];
    delete account.paths[entry]['get'];
    const { report } = await reportOf(account);
    expect(findingsOf(report, 'updateEntry')).toMatchObject([
      { finding: 'renamed?', detail: `PATCH ${entry}` },
    ]);
    expect(findingsOf(report, 'getEntry')).toMatchObject([
      { finding: 'missing', detail: expect.stringContaining('PATCH') },
    ]);
  });

  test('finds parameters and keys that the account takes under another name, and the names beside', async () => {
    const account = completeAccount();
    const list = operationAt(account, '/content/spaces/{space_id}/entries', 'get');
    list.parameters = (list.parameters ?? []).map((one) =>
      one.name === 'workflow_state'
        ? { ...one, name: 'phase', required: true }
        : one.name === 'tags[]'
          ? { ...one, name: 'tags' }
          : one,
    );
    const publish = operationAt(account, `${entry}/publish`, 'post');
    publish.parameters = [
      {
        name: 'body',
        in: 'body',
        schema: { required: ['at'], properties: { at: {}, published_immediately: {}, force_publish: {} } },
      },
    ];
    const { exitCode, report } = await reportOf(account);
    expect(exitCode).toBe(2);
    expect(findingsOf(report, 'listEntries')).toMatchObject([
      { finding: 'unknown query', is_gap: true, detail: 'workflow_state' },
      { finding: 'declared elsewhere', is_gap: false, detail: 'tags[] as tags' },
    ]);
    expect(findingsOf(report, 'publishEntry')).toMatchObject([
      { finding: 'unknown body', detail: 'published_at, unpublished_at, unpublish_scheduled' },
    ]);
    expect(report.missing_operations).toEqual([]);
    expect(report.offers.names).toEqual([
      { operation: 'listEntries', names: ['phase*'] },
      { operation: 'publishEntry', names: ['at*'] },
    ]);
  });

  test('looks into the body as far as the account describes it', async () => {
    const account = completeAccount();
    const update = operationAt(account, '/content/spaces/{space_id}/types/{type_id}', 'put');
    const [body] = (update.parameters ?? []).filter(({ in: place }) => place === 'body');
    const { properties } = (body?.['schema'] ?? {}) as { properties?: object };
    const fields = { type: 'array', items: { properties: { id: {}, _destroy: {} } } };
    update.parameters = [{ name: 'body', in: 'body', schema: { properties: { ...properties, fields } } }];
    const { report } = await reportOf(account);
    const [finding] = findingsOf(report, 'updateType');
    expect(finding).toMatchObject({ finding: 'unknown body' });
    expect(finding?.detail.split(', ')).toContain('fields.name');
    expect(finding?.detail).not.toMatch(/fields\.(id|_destroy)\b/);
  });

  test('knows a body below the name of its resource, and claims nothing where nothing is described', async () => {
    const account = completeAccount();
    const copy = operationAt(account, `${entry}/copy`, 'post');
    copy.parameters = [
      { name: 'body', in: 'body', schema: { properties: { entry: { properties: { uuid: {} } } } } },
    ];
    delete operationAt(account, '/content/spaces', 'get').parameters;
    const { exitCode, report } = await reportOf(account);
    expect(exitCode).toBe(0);
    expect(findingsOf(report, 'copyEntry')).toMatchObject([
      { finding: 'declared elsewhere', is_gap: false, detail: 'the body within entry' },
    ]);
    expect(findingsOf(report, 'listSpaces')).toMatchObject([{ finding: 'not described', is_gap: false }]);
    const { out } = await examine(JSON.stringify(account));
    expect(out).toContain('parameters were not compared: listSpaces.');
  });

  test('tells a form from JSON, in either version, and knows the names in it', async () => {
    const account = completeAccount();
    const copy = operationAt(account, `${entry}/copy`, 'post');
    copy.parameters = [{ name: 'uuid', in: 'formData' }];
    const publish = operationAt(account, `${entry}/publish`, 'post');
    const schema = { properties: { published_immediately: {}, force_publish: {} } };
    publish.parameters = [];
    publish['requestBody'] = { content: { 'multipart/form-data': { schema } } };
    const { report } = await reportOf(account);
    expect(findingsOf(report, 'copyEntry')).toMatchObject([
      { finding: 'declared elsewhere', is_gap: false, detail: 'the body as a form' },
    ]);
    expect(findingsOf(report, 'publishEntry')).toMatchObject([
      { finding: 'unknown body', detail: 'published_at, unpublished_at, unpublish_scheduled' },
      { finding: 'declared elsewhere', detail: 'the body as a form' },
    ]);
  });

  test('shows every operation that is known least, with its tools, though the account has it', async () => {
    const { report } = await reportOf(completeAccount());
    const guessed = contract.filter(({ evidence }) => evidence === 'inferred-low');
    const shown = report.findings.filter(({ finding }) => finding === 'as inferred');
    expect(shown.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(guessed.map(({ id }) => id)),
    );
    expect(shown.every(({ is_gap }) => !is_gap)).toBe(true);
    const { out } = await examine(JSON.stringify(completeAccount()));
    for (const { id, method, path } of guessed) {
      expect(out).toContain(`| ${id}: ${method} ${path} | inferred-low | as inferred | the account has it`);
    }
  });

  test('tells what the account has beside: on our paths one by one, elsewhere by number', async () => {
    const account = completeAccount();
    account.paths[`${entry}/teleport`] = { post: {} };
    account.paths['/weather/stations'] = { get: {}, post: {} };
    const { report } = await reportOf(account);
    expect(report.offers.operations).toEqual([{ method: 'POST', path: `${entry}/teleport` }]);
    expect(report.offers.others).toEqual({ weather: 2 });
  });

  test.each(['/api/admin', '/api', '', '/'])('reads paths below a base of %j', async (base) => {
    const account = completeAccount();
    const written = '/api/admin'.slice(base === '/' ? 0 : base.length);
    const paths = Object.fromEntries(
      Object.entries(account.paths).map(([path, item]) => [`${written}${path}`, item]),
    );
    expect((await reportOf({ swagger: '2.0', basePath: base, paths })).exitCode).toBe(0);
  });

  test('is not led astray by schemas that contain themselves or lead nowhere', async () => {
    const account: SwaggerDocument = { ...completeAccount(), definitions: {} };
    const self = { $ref: '#/definitions/Self' };
    account['definitions'] = {
      Self: { allOf: [self], properties: { name: self, fields: { type: 'array', items: self } } },
      Loop: { $ref: '#/definitions/Loop' },
    };
    const update = operationAt(account, '/content/spaces/{space_id}/types/{type_id}', 'put');
    update.parameters = [{ name: 'body', in: 'body', schema: self }];
    operationAt(account, `${entry}/copy`, 'post').parameters = [
      { name: 'body', in: 'body', schema: { $ref: '#/definitions/Loop' } },
    ];
    operationAt(account, '/content/spaces', 'post').parameters = [
      { name: 'body', in: 'body', schema: { $ref: 'https://elsewhere.example/schema.json' } },
    ];
    const { report } = await reportOf(account);
    expect(findingsOf(report, 'updateType')[0]?.detail).toContain('uid');
    for (const operation of ['copyEntry', 'createSpace']) {
      expect(findingsOf(report, operation)).toMatchObject([{ finding: 'not described' }]);
    }
  });
});

describe('doctor on a file that it cannot use', () => {
  const hugeText = `{"swagger":"2.0","pad":"${'x'.repeat(33 * 1024 * 1024)}"}`;
  const bomb = `${['a', 'b', 'c', 'd', 'e', 'f', 'g']
    .map((name, at, names) => {
      const inner = at === 0 ? '"x"' : `*${names[at - 1]}`;
      return `${name}: &${name} [${Array(9).fill(inner).join(',')}]`;
    })
    .join('\n')}\n`;

  test.each([
    ['a page', '<!DOCTYPE html><html></html>', 'save the JSON that the page loads'],
    ['no JSON and no YAML', '{"swagger": [', 'no valid JSON or YAML (line 1)'],
    ['YAML that multiplies itself', bomb, 'more aliases than are followed'],
    ['more than is read', hugeText, 'larger than'],
    ['something else', '{"hello":"world"}', 'no Swagger 2.0 or OpenAPI 3 document'],
    ['nothing', '', 'no Swagger 2.0 or OpenAPI 3 document'],
    ['Swagger of another age', '{"swagger":"1.2","paths":{"/x":{"get":{}}}}', 'no Swagger 2.0'],
    ['no operations', '{"swagger":"2.0","paths":{}}', 'without operations'],
    [
      'another API',
      '{"swagger":"2.0","basePath":"/api/content","paths":{"/spaces":{"get":{}}}}',
      'catalogue of another API',
    ],
  ])('says of %s what is wrong, and ends with 1', async (_case, text, reason) => {
    const { exitCode, out, err } = await examine(text);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain('swagger.json: ');
    expect(err).toContain(reason);
  });

  test('says that a file is not there', async () => {
    const { exitCode, err } = await run(['doctor', '--swagger', '/nowhere/swagger.json']);
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: '/nowhere/swagger.json: It cannot be read (ENOENT).\n',
    });
  });

  test.each([[[]], [['--verbose']], [['--swagger']]])(
    'ends with 1 for the arguments %j, for 2 is a gap',
    async (args) => {
      const { exitCode, out, err } = await run(['doctor', ...args]);
      expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
      expect(err).toContain('doctor --tenant ID');
    },
  );
});
