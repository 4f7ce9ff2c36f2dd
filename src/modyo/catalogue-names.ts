import type { CatalogueOperation } from './catalogue-document.ts';
import type { BodyShape } from './catalogue-schema.ts';

/** What we send to an operation, held against what the account says that it takes. */
export interface NameDifference {
  /** Names of the query that the account does not declare, each with its evidence if that is its own. */
  readonly query: readonly string[];
  /** Keys of the body that the account does not declare, dotted; without what is below them. */
  readonly body: readonly string[];
  /** Declared, but not where or not as we send it. */
  readonly elsewhere: readonly string[];
  /** Which of `query` and `body` the account says nothing about, although we send some. */
  readonly notDescribed: readonly string[];
}

interface Sent {
  readonly name: string;
  readonly shown: string;
}

export function undeclaredNames(ours: CatalogueOperation, account: CatalogueOperation): NameDifference {
  const sendsQuery = ours.query.length > 0;
  const sendsBody = ours.body.keys.size > 0;
  if (!account.isDescribed) {
    const notDescribed = [...(sendsQuery ? ['query'] : []), ...(sendsBody ? ['body'] : [])];
    return { query: [], body: [], elsewhere: [], notDescribed };
  }
  const query = ours.query
    .filter(({ name }) => !account.query.some((declared) => declared.name === name))
    .map(({ name, evidence }) => ({ name, shown: shownAs(name, evidence) }));
  const { shape, wrapper } = unwrapped(ours.body, account.body);
  const bodySaysNothing = shape.keys.size === 0;
  const body = bodySaysNothing ? [] : undeclaredKeys(ours.body, shape, '');
  const found = [...query, ...body].map((sent) => ({ sent, place: placeOf(sent.name, account) }));
  const unplaced = (sent: Sent) => found.some((one) => one.sent === sent && one.place === undefined);
  return {
    query: query.filter(unplaced).map(({ shown }) => shown),
    body: body.filter(unplaced).map(({ shown }) => shown),
    elsewhere: [
      ...(wrapper === undefined ? [] : [`the body within ${wrapper}`]),
      ...(sendsBody && !bodySaysNothing ? formDifference(ours, account) : []),
      ...found.flatMap(({ sent, place }) => (place === undefined ? [] : [`${sent.name} ${place}`])),
    ],
    notDescribed: sendsBody && bodySaysNothing ? ['body'] : [],
  };
}

/** What the account takes in query and body that we do not know; `*` marks what it insists on. */
export function namesBeside(ours: CatalogueOperation, account: CatalogueOperation): readonly string[] {
  const { shape } = unwrapped(ours.body, account.body);
  const known = new Set([...ours.query.map(({ name }) => bare(name)), ...ours.body.keys.keys()]);
  const mark = (name: string, isRequired: boolean) => (isRequired ? `${name}*` : name);
  return [
    ...account.query
      .filter(({ name }) => !known.has(bare(name)))
      .map(({ name, isRequired }) => mark(name, isRequired)),
    ...[...shape.keys]
      .filter(([name]) => !known.has(name))
      .map(([name, { isRequired }]) => mark(name, isRequired)),
  ];
}

/** Some catalogues put the attributes below the name of the resource, where either form is taken. */
function unwrapped(ours: BodyShape, account: BodyShape): { shape: BodyShape; wrapper?: string } {
  const [only] = account.keys;
  if (account.keys.size !== 1 || only === undefined || ours.keys.has(only[0])) return { shape: account };
  const inner = only[1].below();
  const isWrapper = [...ours.keys.keys()].some((name) => inner.keys.has(name));
  return isWrapper ? { shape: inner, wrapper: only[0] } : { shape: account };
}

/** An object whose keys the account does not list may have any. */
function undeclaredKeys(ours: BodyShape, account: BodyShape, prefix: string): readonly Sent[] {
  return [...ours.keys].flatMap(([key, own]) => {
    const name = `${prefix}${key}`;
    const declared = account.keys.get(key);
    if (declared === undefined) return [{ name, shown: shownAs(name, own.evidence) }];
    const below = declared.below();
    return below.keys.size === 0 ? [] : undeclaredKeys(own.below(), below, `${name}.`);
  });
}

function formDifference(ours: CatalogueOperation, account: CatalogueOperation): readonly string[] {
  if (ours.isForm === account.isForm) return [];
  return [account.isForm ? 'the body as a form' : 'the body without a form'];
}

/** Where else the account declares a name that it does not declare in its place. */
function placeOf(name: string, account: CatalogueOperation): string | undefined {
  const place = account.elsewhere.find((declared) => bare(declared.name) === bare(name))?.place;
  if (place !== undefined) return `in the ${place}`;
  const asQuery = account.query.find((declared) => bare(declared.name) === bare(name));
  if (asQuery !== undefined) return asQuery.name === name ? 'in the query' : `as ${asQuery.name}`;
  const inBody = [...account.body.keys.keys()].find((key) => bare(key) === bare(name));
  if (inBody === undefined) return undefined;
  return inBody === name ? 'in the body' : `as ${inBody} in the body`;
}

function bare(name: string): string {
  return name.endsWith('[]') ? name.slice(0, -2) : name;
}

function shownAs(name: string, evidence: string | undefined): string {
  return evidence === undefined ? name : `${name} (${evidence})`;
}
