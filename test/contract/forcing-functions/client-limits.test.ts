import { describe, expect, test } from 'vitest';
import { describeForms, exposures } from '../../../src/tenant/policy.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { createBillingDesk, createBillingTools } from '../../support/billing-tools.ts';
import { clientFaults, clientLimits, commands } from '../../support/client-limits.ts';
import { createCourseTools } from '../../support/course-tools.ts';
import { everyTool, type ListedTool } from '../../support/every-tool.ts';
import { createListingRegistry } from '../../support/listing-registry.ts';
import { noteTools } from '../../support/note-tools.ts';
import { openPolicy } from '../../support/open-policy.ts';
import {
  expectBounds,
  expectEnvelope,
  expectFourHints,
  expectNamedParameters,
  undescribedIn,
} from '../../support/tool-rules.ts';

const registries = {
  product: createListingRegistry(toolCatalogue),
  notes: createListingRegistry(noteTools),
  course: createListingRegistry(createCourseTools()),
  billing: createListingRegistry(createBillingTools(createBillingDesk())),
};

const surfaces = Object.keys(registries).flatMap((catalogue) =>
  exposures.flatMap((exposure) =>
    describeForms.flatMap((describeForm) =>
      [false, true].map((readOnly) => ({ catalogue, exposure, describe: describeForm, readOnly })),
    ),
  ),
);

type Shown = Omit<(typeof surfaces)[number], 'catalogue'>;

function listed(catalogue: string, shown: Shown): readonly ListedTool[] {
  const registry = Object.entries(registries).find(([name]) => name === catalogue)?.[1];
  return registry?.preview({ ...openPolicy, ...shown }).tools as unknown as readonly ListedTool[];
}

const titled = surfaces.map(
  ({ catalogue, ...shown }) =>
    [
      `${catalogue}, ${shown.exposure}/${shown.describe}${shown.readOnly ? ', read-only' : ''}`,
      catalogue,
      shown,
    ] as const,
);

test.each(titled)('%s: no client drops, refuses or cuts a tool', (_title, catalogue, shown) => {
  const tools = listed(catalogue, shown);
  expect(tools.length).toBeGreaterThan(0);
  expect(tools.flatMap((tool) => clientFaults(tool).map((fault) => `${tool.name} ${fault}`))).toEqual([]);
});

test.each(titled)('%s: every tool keeps the rules of the kit', (_title, catalogue, shown) => {
  for (const tool of listed(catalogue, shown)) {
    expectFourHints(tool);
    expectBounds(tool);
    expectEnvelope(tool);
    expect(undescribedIn(tool)).toEqual([]);
    const isFull = tool.description.includes('\n**Params**: ');
    if (shown.describe === 'full' && isFull) expectNamedParameters(tool);
    expect(tool.description).toMatch(isFull ? fullForm(tool.name) : compactForm(tool.name));
  }
});

test.each(titled.filter(([, , { readOnly }]) => readOnly))(
  '%s: nothing can be changed',
  (_title, catalogue, shown) => {
    for (const { name, annotations } of listed(catalogue, shown)) {
      expect([name, annotations['readOnlyHint'], annotations['destructiveHint']]).toEqual([
        name,
        true,
        false,
      ]);
    }
  },
);

function fullForm(name: string): RegExp {
  const labels = ['Actions', 'Params', 'Response', 'Note'].map((label) => `\\*\\*${label}\\*\\*: [^\\n]+\\n`);
  return new RegExp(`^[^\\n]+\\n\\n${labels.join('')}\\n📚 modyo://mcp-[a-z]+/tools/${name}$`);
}

function compactForm(name: string): RegExp {
  const rows = 'action\\|needs\\|effect\\n(?:[a-z_]+\\|[^|\\n]+\\|(?:read|write|destroy)\\n)+';
  return new RegExp(`^[^\\n]+\\n(?:${rows})?Note: [^\\n]+\\n📚 modyo://mcp-[a-z]+/tools/${name}$`);
}

/** What nearly every conversation calls, from every client, whatever that puts before a name. */
const hot = [
  ...['content-spaces-list', 'content-spaces-get', 'content-spaces-manage'],
  ...['content-types-list', 'content-types-get', 'content-types-manage'],
  ...['content-entries-list', 'content-entries-get'],
  ...['tools-search', 'tools-describe', 'tools-read', 'tools-write', 'tools-destroy'],
];

test('the tools that nearly every conversation calls have names that fit behind the longest prefix', () => {
  const names = (['grouped', 'catalog'] as const).flatMap((exposure) =>
    listed('product', { exposure, describe: 'full', readOnly: false }).map(({ name }) => name),
  );
  expect(names).toEqual(expect.arrayContaining(hot));
  expect(hot.filter((name) => name.length > clientLimits.hotNameLengthMax)).toEqual([]);
});

describe.each(Object.entries(registries))(
  '%s in flat passes the rules of the directories',
  (catalogue, registry) => {
    const flat = listed(catalogue, { exposure: 'flat', describe: 'full', readOnly: false });
    const facts = Object.values(registry.contract()).flatMap(({ actions }) => Object.values(actions));

    test('each tool is one action, and its hints are those of that action', () => {
      for (const { name, annotations, inputSchema } of flat) {
        const own = facts.filter((fact) => fact['as_tool'] === name);
        expect([name, own.length]).not.toEqual([name, 0]);
        expect(new Set(own.map(({ verb }) => verb === 'query'))).toEqual(
          new Set([annotations['readOnlyHint']]),
        );
        expect([name, own[0]?.['annotations']]).toEqual([name, annotations]);
        expect(inputSchema.properties?.['action']).toBeUndefined();
      }
    });

    test('each tool has a title of its own and says whether it reads and whether it destroys', () => {
      expect(new Set(flat.map(({ title }) => title)).size).toBe(flat.length);
      for (const { name, annotations } of flat) {
        const { readOnlyHint, destructiveHint } = annotations;
        expect([name, readOnlyHint === true && destructiveHint === true]).toEqual([name, false]);
      }
    });

    test('no action is left out, and none is there twice', () => {
      const names = flat.map(({ name }) => name);
      expect(names.toSorted()).toEqual([...new Set(facts.map((fact) => String(fact['as_tool'])))].toSorted());
    });
  },
);

describe('a tool that some client would not take is found', () => {
  const [sound] = everyTool;
  if (sound === undefined) throw new Error('there is no tool to spoil');
  const withInput = (schema: object) => ({
    inputSchema: { type: 'object', properties: { a: schema } } as ListedTool['inputSchema'],
  });
  test.each<[string, Partial<ListedTool>]>([
    ['name: breaks the rule', { name: 'Content.Spaces' }],
    ['name: is too long', { name: `content-${'x'.repeat(30)}` }],
    ['title: is missing', { title: '' }],
    ['description: has 2049 characters', { description: 'x'.repeat(2_049) }],
    ['text: orders: Always list first.', { description: 'Lists spaces. Always list first.' }],
    ['text: orders: Never mind.', { description: 'Lists.\n**Note**: Never mind.' }],
    ['inputSchema.a: orders: You send it.', withInput({ type: 'string', description: 'Name. You send it.' })],
    [
      'readOnlyHint: is not said',
      { annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false } },
    ],
    [
      'inputSchema: is no object at its root',
      { inputSchema: { anyOf: [{ type: 'object', properties: {} }] } },
    ],
    ['inputSchema.a: has several types', withInput({ type: ['string', 'null'] })],
    ['inputSchema.a: is an array without items', withInput({ type: 'array' })],
    ['inputSchema.a: is an object without properties', withInput({ type: 'object' })],
    ['inputSchema.a: has properties and is no object', withInput({ properties: {} })],
    ['inputSchema.a: has the format ipv4', withInput({ type: 'string', format: 'ipv4' })],
    [
      'inputSchema.a: is a union of structures',
      withInput({
        anyOf: [
          { type: 'object', properties: {} },
          { type: 'array', items: {} },
        ],
      }),
    ],
    ['inputSchema.a: has items that are a union', withInput({ type: 'array', items: { anyOf: [] } })],
  ])('%s', (fault, spoiled) => {
    expect(clientFaults(sound)).toEqual([]);
    expect(clientFaults({ ...sound, ...spoiled })).toEqual([fault]);
  });

  const misleading = [
    ...['$ref', '$defs', '$schema', 'definitions', 'oneOf', 'allOf', 'not', 'if', 'prefixItems', 'const'],
    ...['patternProperties', 'propertyNames', 'dependentSchemas', 'contains', 'multipleOf', 'nullable'],
  ];
  test.each(misleading)('by the word %s, at any depth of what it takes and of what it answers', (word) => {
    const node = { [word]: {} };
    const depths: readonly (readonly [string, object])[] = [
      ['', node],
      ['.b', { type: 'object', properties: { b: node } }],
      ['[]', { type: 'array', items: node }],
      ['.*', { type: 'object', properties: {}, additionalProperties: node }],
      ['', { anyOf: [{ type: 'string' }, node] }],
    ];
    for (const [path, schema] of depths) {
      const { inputSchema } = withInput(schema);
      const where = `.a${path}: has ${word}`;
      expect(clientFaults({ ...sound, inputSchema })).toEqual([`inputSchema${where}`]);
      expect(clientFaults({ ...sound, outputSchema: inputSchema })).toEqual([`outputSchema${where}`]);
    }
  });

  test.each(commands)('by a sentence that begins with %s, wherever it stands', (word) => {
    const order = `${word} list first.`;
    const texts = [
      order,
      order.toUpperCase(),
      `Lists. ${order}`,
      `Lists\n- ${order}`,
      `**Note**: ${order}`,
      `Lists (${order}`,
      `a|${word} first|b`.replaceAll('|', ' | '),
      `Lists; “${order}`,
    ];
    for (const description of texts) {
      expect([description, clientFaults({ ...sound, description })]).toEqual([
        description,
        [expect.stringMatching(/^text: orders: /)],
      ]);
      const { inputSchema } = withInput({ type: 'string', description });
      expect(clientFaults({ ...sound, inputSchema })).toEqual([
        expect.stringMatching(/^inputSchema.a: orders: /),
      ]);
    }
    const harmless = `Lists what ${word.toLowerCase()} means. Recalls ${word.toLowerCase()}, callers and yours.`;
    expect(clientFaults({ ...sound, description: harmless })).toEqual([]);
  });

  test.each(Object.keys(sound.annotations))('by the want of %s', (hint) => {
    const { [hint]: _gone, ...annotations } = sound.annotations;
    expect(clientFaults({ ...sound, annotations })).toEqual([`${hint}: is not said`]);
  });

  test('by structures in a branch of a branch, and by one character of a name', () => {
    const nested = { anyOf: [{ type: 'object', properties: {} }, { anyOf: [{ type: 'array', items: {} }] }] };
    expect(clientFaults({ ...sound, ...withInput(nested) })).toEqual([
      'inputSchema.a: is a union of structures',
    ]);
    for (const name of ['spaces_list', 'spaces.list', 'Spaces-list', '1-list', 'x', 'español-list', '']) {
      expect([name, clientFaults({ ...sound, name })]).toEqual([name, ['name: breaks the rule']]);
    }
  });

  test('by its size too', () => {
    const { inputSchema } = withInput({ type: 'string', description: 'x'.repeat(16_400) });
    expect(clientFaults({ ...sound, inputSchema })).toEqual([
      `inputSchema: has ${Buffer.byteLength(JSON.stringify(inputSchema))} bytes`,
    ]);
  });
});
