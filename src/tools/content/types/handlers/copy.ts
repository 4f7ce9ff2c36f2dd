import { z } from 'zod';
import { identifier } from '../../../../toolkit/identifier.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { copiedType, resumeParameter } from '../../copied-type-shape.ts';
import { identifiedType, spaceOfCall } from '../../resolvers.ts';
import { copyTypes } from '../../type-copying.ts';
import { typeName, typeUid } from '../type-arguments.ts';
import {
  type BetweenSpaces,
  planTypeCopy,
  type TypeCopyRequest,
  targetSpace,
  typeCopyRequest,
  typesNotCarried,
} from '../type-copy.ts';
import { contentType, typeResource } from '../type-shape.ts';

export const copyAction = kit.action({
  summary: 'Copy a content type with its fields, also to another space, and rebuild its links',
  input: z.object({
    space: identifier('Space'),
    identifier: identifier('Content type'),
    to_space: identifier('Target space').optional(),
    name: typeName.optional(),
    uid: typeUid.optional(),
    include_linked: z
      .boolean()
      .optional()
      .describe('Also copy the types that its fields link to and the target lacks'),
    resume: resumeParameter,
  }),
  data: z.object({
    type: contentType.optional(),
    types: z.array(copiedType),
    links: z.array(z.object({ from: z.number(), to: z.number() })),
    not_carried: z.array(z.string()),
  }),
  resolve: [spaceOfCall, identifiedType, targetSpace],
  operations: ['listSpaces', 'getSpace', 'listTypes', 'getType', 'createType', 'updateType'],
  notes: [
    'Entries are not copied. types maps each source type to its copy by id; in another space, links lead to types of the same uid.',
    'A copy that fails midway answers what was made; resume: true completes it.',
  ],
  invalidates: ['content-types.*', 'content-spaces.*'],
  plan: planTypeCopy,
  async run(input, ctx) {
    const request = await typeCopyRequest(input, ctx);
    if (isFail(request)) return request;
    const place = { kind: 'content-type', scope: [ctx.target.id], key: request.wanted[0]?.uid ?? '' };
    return ctx.singleFlight.alone(place, () => copy(ctx, request));
  },
});

async function copy(ctx: BetweenSpaces, { wanted, standing }: TypeCopyRequest) {
  const { items, bySource, warnings, failures } = await copyTypes(ctx, wanted, {
    spaceId: ctx.target.id,
    standing,
    onStep: (progress, total) => ctx.progress({ progress, total }),
  });
  const [failure] = failures;
  if (failure !== undefined && failures.length === items.length) throw failure;
  const type = bySource.get(ctx.type.id);
  const isWhole = items.every(({ result }) => result !== 'failed' && result !== 'incomplete');
  const isDone = items.every(({ result }) => result === 'kept');
  return ok(
    {
      type,
      types: [...items],
      links: [...standing].map(([from, to]) => ({ from, to })),
      not_carried: [...typesNotCarried],
    },
    {
      ...(type !== undefined && { resource: typeResource(type) }),
      state: { status: isWhole ? (isDone ? 'unchanged' : 'done') : 'partial', warnings },
    },
  );
}
