import { getSpace } from '../../../modyo/content/spaces.ts';
import { type ContentType, getType, listAllTypes } from '../../../modyo/content/types.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { resolver } from '../../../toolkit/derivation.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import { namedBy } from '../../named-parameter.ts';
import { counted, quoted, versionMark } from '../../plan-wording.ts';
import { linkedTypeId } from '../copied-field.ts';
import type { InSpace, OfType } from '../resolvers.ts';
import type { WantedType } from '../type-copying.ts';
import { typeResource } from './type-shape.ts';

/** The space that `to_space` names; without it, the space of the type. */
export const targetSpace = resolver(
  'target',
  async ({ to_space: identifier }: { readonly to_space?: Identifier | undefined }, ctx: InSpace) =>
    identifier === undefined
      ? { id: ctx.space.id }
      : namedBy('to_space', ctx.identifiers.resolve({ kind: 'space', identifier })),
);

export type BetweenSpaces = OfType & { readonly target: { readonly id: number } };

export interface SentCopy {
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly include_linked?: boolean | undefined;
  readonly resume?: boolean | undefined;
}

/** Types that are copied in one call at most, the linked ones included. */
const typesMax = 50;

export interface TypeCopyRequest {
  readonly source: ContentType;
  /** The type itself, then the ones that come along. */
  readonly wanted: readonly WantedType[];
  /** Source types that types of the target stand for. */
  readonly standing: ReadonlyMap<number, number>;
  /** Uids of the wanted types that the target has. */
  readonly present: readonly string[];
}

/** What a copy leads to, or its refusal. */
export async function typeCopyRequest(sent: SentCopy, ctx: BetweenSpaces): Promise<TypeCopyRequest | Fail> {
  const source = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
  const isSameSpace = ctx.target.id === ctx.space.id;
  if (!isSameSpace) await namedBy('to_space', getSpace(ctx.modyo, ctx.target.id));
  const targets = await namedBy('to_space', listAllTypes(ctx.modyo, ctx.target.id));
  const own = wantedOf(source, sent, isSameSpace);
  const isPresent = targets.some(({ uid }) => uid === own.uid);
  if (isPresent && (sent.resume !== true || (isSameSpace && own.uid === source.uid)))
    return uidTaken(own.uid);
  const links = isSameSpace ? linksWithin(source) : await linksAcross(sent, ctx, { source, targets, own });
  if (isFail(links)) return links;
  const wanted = [own, ...links.along];
  const present = wanted.map(({ uid }) => uid).filter((uid) => targets.some((type) => type.uid === uid));
  return { source, wanted, standing: links.standing, present };
}

/** The product names its own copies like this; in another space a name is free as a rule. */
function wantedOf(source: ContentType, { name, uid }: SentCopy, isSameSpace: boolean): WantedType {
  const [title, word] = isSameSpace ? ['Copy of ', 'copy-of-'] : ['', ''];
  return { source, name: name ?? `${title}${source.name}`, uid: uid ?? `${word}${source.uid ?? source.id}` };
}

function uidTaken(uid: string): Fail {
  const message = `The target space has a type with the uid ${uid}.`;
  return fail('INVALID_PARAMS', `${message} Nothing was copied.`, {
    fields: [
      { path: 'uid', message, suggestion: 'another uid, or resume: true for a copy that was not finished' },
    ],
  });
}

interface Links {
  readonly along: readonly WantedType[];
  readonly standing: ReadonlyMap<number, number>;
}

/** In one space the copy links to what its source links to, and to itself where the source does. */
function linksWithin(source: ContentType): Links {
  const ids = linkedIds(source).filter((id) => id !== source.id);
  return { along: [], standing: new Map(ids.map((id) => [id, id])) };
}

function linkedIds({ fields = [] }: ContentType): readonly number[] {
  return [...new Set(fields.flatMap((field) => linkedTypeId(field) ?? []))];
}

interface Across {
  readonly source: ContentType;
  readonly targets: readonly ContentType[];
  readonly own: WantedType;
}

/**
 * In another space the types that are linked to, directly or by one that comes along, are found by their
 * uids; those that are missing come along if that is asked for.
 */
async function linksAcross(sent: SentCopy, ctx: BetweenSpaces, across: Across): Promise<Links | Fail> {
  const { source, targets } = across;
  const seen = new Set([source.id]);
  const standing = new Map<number, number>();
  const along: WantedType[] = [];
  const queue = [...linkedIds(source)];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const type = await getType(ctx.modyo, ctx.space.id, id);
    const uid = type.uid ?? String(type.id);
    const known = targets.find((target) => target.uid === uid);
    if (known !== undefined && sent.resume !== true) {
      standing.set(id, known.id);
      continue;
    }
    along.push({ source: type, name: type.name, uid });
    queue.push(...linkedIds(type));
    if (along.length >= typesMax) return tooMany;
  }
  const missing = along.filter(({ uid }) => !targets.some((target) => target.uid === uid));
  if (missing.length > 0 && sent.include_linked !== true) return linkedMissing(missing);
  return { along, standing };
}

const tooMany = fail('INVALID_PARAMS', `More than ${typesMax} types are linked. Nothing was copied.`, {
  fields: [{ path: 'include_linked', message: 'Copy the space, or some of the linked types first.' }],
});

function linkedMissing(missing: readonly WantedType[]): Fail {
  const uids = missing.map(({ uid }) => uid);
  const message = 'Fields link to types that the target space does not have.';
  return fail('INVALID_PARAMS', `${message} Nothing was copied.`, {
    fields: [{ path: 'include_linked', message, expected: `true, or first: ${uids.join(', ')}` }],
    details: { missing: uids },
  });
}

/** What a copy of types leaves behind, in words of the plan and of the answer. */
export const typesNotCarried = ['entries', 'preview pages'];

export async function planTypeCopy(sent: SentCopy, ctx: BetweenSpaces): Promise<Plan | Fail> {
  const request = await typeCopyRequest(sent, ctx);
  if (isFail(request)) return request;
  const { source, wanted, standing, present } = request;
  return {
    resource: typeResource(source),
    changes: {
      to_space: ctx.target.id,
      creates: wanted.filter(({ uid }) => !present.includes(uid)).map(planned),
      keeps: wanted.filter(({ uid }) => present.includes(uid)).map(planned),
      links: [...standing].map(([from, to]) => ({ from, to })),
      not_carried: typesNotCarried,
    },
    version: versionMark(source.id, source.updated_at, source.uid, source.fields?.length),
    summary: `The content type ${quoted(source.name)} is copied as ${quoted(wanted[0]?.name)}, with ${counted(wanted.length - 1, 'linked type', 'linked types')}; no entry is copied.`,
  };
}

function planned({ source, name, uid }: WantedType) {
  return { from: source.id, name, uid, fields: source.fields?.length ?? 0 };
}
