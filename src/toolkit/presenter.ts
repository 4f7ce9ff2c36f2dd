import type { z } from 'zod';
import { canonicalJson } from '../infrastructure/canonical-json.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { compileFieldSelection, type FieldSelection, selectFields } from './field-selection.ts';
import { type RawSchema, walkSchema } from './json-schema.ts';
import type { AnyPresentation } from './presentation.ts';
import { compileRedaction, holdsForeignKeys, type Redaction } from './redaction.ts';
import { parseRedactionPaths } from './redaction-paths.ts';
import { secretPaths } from './resource-model.ts';
import type { AvailableAction, CallState, Warning } from './result.ts';
import { isSecretName } from './secret-names.ts';

/** Calls that one answer proposes. */
const nextMax = 8;

/** What an action's `present` became at boot. */
export interface Presenter {
  /** The key of `data` whose items are cut. */
  readonly list: string | undefined;
  readonly limit: number | undefined;
  readonly fields: FieldSelection | undefined;
  readonly redaction: Redaction;
  /** The paths that it replaces, besides secret names. */
  readonly redacted: readonly string[];
  readonly suggest: ((data: object) => readonly AvailableAction[]) | undefined;
}

export interface PresenterSource {
  readonly present: AnyPresentation;
  readonly input: z.ZodObject;
  /** The whole of `data`, with the keys that the kit adds. */
  readonly rawData: RawSchema;
  /** Whether a caller turns pages of this many items at most. */
  readonly perPageMax: number | undefined;
  readonly hasReadings: boolean;
}

/** What an answer is before it is put into its envelope. */
export interface Presentable {
  readonly data: object;
  readonly state: CallState;
}

/** Faults are reported, never thrown: a presenter that does not compile keeps the service from starting. */
export function compilePresenter(source: PresenterSource, fault: (what: string) => void): Presenter {
  const { present, rawData, hasReadings } = source;
  const { fieldsOf, suggest } = present;
  const redacted = [...new Set([...(present.redact ?? []), ...secretPaths(source.input, rawData)])];
  const paths = parseRedactionPaths(redacted, rawData, (path, what) =>
    fault(`present.redact ${JSON.stringify(path)} ${what}`),
  );
  reportDeclaredSecrets(rawData, fault);
  const list = fieldsOf ?? onlyList(rawData);
  reportLimit(source, list, fault);
  return {
    list,
    limit: present.limit,
    fields:
      fieldsOf === undefined
        ? undefined
        : compileFieldSelection(
            { list: fieldsOf, parameter: present.fieldsParameter ?? 'fields' },
            rawData,
            (what) => fault(`present.fieldsOf: ${what}`),
          ),
    redaction: compileRedaction(rawData, paths, hasReadings),
    redacted,
    // The types were checked where the action was defined.
    suggest: suggest === undefined ? undefined : (data) => suggest.call(present, data as never),
  };
}

/** The only list at the top of `data`; the kit's own list of differences does not count. */
function onlyList({ properties = {} }: RawSchema): string | undefined {
  const lists = Object.entries(properties).filter(
    ([name, schema]) => schema.type === 'array' && name !== 'changed',
  );
  return lists.length === 1 ? lists[0]?.[0] : undefined;
}

function reportLimit(
  { present: { limit }, perPageMax }: PresenterSource,
  list: string | undefined,
  fault: (what: string) => void,
): void {
  if (limit === undefined) return;
  if (!Number.isSafeInteger(limit) || limit < 1) fault('present.limit is no whole number from 1');
  else if (list === undefined) fault('present.limit does not know which list it cuts; name it in fieldsOf');
  else if (perPageMax !== undefined && limit < perPageMax) {
    fault(`present.limit is below a page of ${perPageMax}, so the rest of a page could not be reached`);
  }
}

/** A key that is always replaced is no key to declare. */
function reportDeclaredSecrets(rawData: RawSchema, fault: (what: string) => void): void {
  for (const { path, schema } of walkSchema(rawData)) {
    if (!holdsForeignKeys(schema)) continue;
    for (const name of Object.keys(schema.properties ?? {})) {
      if (isSecretName(name)) fault(`data.${path}.${name} is on the list of secret names and never leaves`);
    }
  }
}

export interface PresentationFacts {
  readonly input: object;
  /** Whether the caller may make the call that is proposed. */
  readonly canSee: (action: AvailableAction) => boolean;
  readonly log: Logger;
}

/**
 * What may leave of checked data: secrets replaced, the list cut, what could follow proposed, and only the
 * chosen keys. Proposals are made from the cleaned items before keys are chosen, so that a choice of keys
 * does not change them.
 */
export function presentAnswer(
  presenter: Presenter,
  said: Presentable,
  facts: PresentationFacts,
): Presentable {
  const clean = presenter.redaction.data(said.data);
  const limited = limitedTo(presenter, clean, said.state);
  const next = nextOf(presenter, limited, facts);
  const data =
    presenter.fields === undefined ? limited.data : selectFields(limited.data, presenter.fields, facts.input);
  return {
    data,
    state: next === limited.state.next ? limited.state : Object.assign({}, limited.state, { next }),
  };
}

function limitedTo({ limit, list }: Presenter, data: object, state: CallState): Presentable {
  if (limit === undefined || list === undefined) return { data, state };
  const items = (data as Readonly<Record<string, unknown>>)[list];
  if (!Array.isArray(items) || items.length <= limit) return { data, state };
  const warning: Warning = { code: 'ITEMS_LEFT_OUT', path: `data.${list}` };
  return {
    data: Object.assign({}, data, { [list]: items.slice(0, limit) }),
    state: Object.assign({}, state, {
      returned: limit,
      total: state.total ?? items.length,
      complete: false,
      warnings: [...(state.warnings ?? []), warning],
    }),
  };
}

function nextOf(
  presenter: Presenter,
  { data, state }: Presentable,
  { canSee, log }: PresentationFacts,
): CallState['next'] {
  if (presenter.suggest === undefined) return state.next;
  const said = state.next ?? [];
  const known = new Set(said.map(identityOf));
  const suggested = suggestionsOf(presenter.suggest, data, log).filter(
    (action) => canSee(action) && !known.has(identityOf(action)),
  );
  return [...said, ...suggested].slice(0, nextMax);
}

/** A write is done when its answer is presented, so a proposal that fails costs the proposal alone. */
function suggestionsOf(
  suggest: NonNullable<Presenter['suggest']>,
  data: object,
  log: Logger,
): readonly AvailableAction[] {
  try {
    return suggest(data);
  } catch (error) {
    log.error({ err: error }, 'what could follow an answer was not found out');
    return [];
  }
}

function identityOf({ tool, action, args }: AvailableAction): string {
  return canonicalJson([tool, action, args]);
}
