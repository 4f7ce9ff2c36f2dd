import { AppError, type Json } from '../../../errors/app-error.ts';
import { createGroup, type Group, getGroup, listGroups } from '../../../modyo/core/groups.ts';
import { walkPages } from '../../../modyo/pages.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { quoted } from '../../plan-wording.ts';
import { type AskedGroup, askedGroup, planGroupChange, type SentGroup } from './group-change.ts';
import { groupParameterOf } from './group-shape.ts';

const groupPagesMax = 20;

export interface NamedGroup extends SentGroup {
  readonly name: string;
}

/** The group as the account has it now, or the id of the one that this call has made. */
export type StandingGroup =
  | { readonly existing: Group }
  | { readonly createdId: number; readonly asked: AskedGroup };

/** The group of exactly this name, whatever the case of others. */
async function groupNamed({ modyo }: ModyoToolContext, name: string): Promise<Group | undefined | Fail> {
  const { items, complete } = await walkPages({
    fetchPage: (request) => listGroups(modyo, { ...request, query: name }),
    pagesMax: groupPagesMax,
  });
  const [found, second] = items.filter((one) => one.name === name);
  if (second !== undefined) return twoOfOneName;
  if (found === undefined && !complete) return tooMany;
  return found === undefined ? undefined : getGroup(modyo, found.id);
}

const twoMessage = 'Two groups have this name.';
const twoOfOneName = fail('AMBIGUOUS', `${twoMessage} Nothing was changed.`, {
  fields: [{ path: 'name', message: twoMessage }],
});

const tooMany = fail(
  'CONFLICT',
  'There are more groups than could be searched for the name. Nothing was changed.',
  {
    details: { reason: 'not_searched' },
  },
);

/**
 * Finds the group, or creates it. Of many who do so at once the platform lets one create; to the others it
 * says that the name is taken, and they find what the one has made.
 */
export async function standingGroup(sent: NamedGroup, ctx: ModyoToolContext): Promise<StandingGroup | Fail> {
  const found = await groupNamed(ctx, sent.name);
  if (isFail(found)) return found;
  if (found !== undefined) return { existing: found };
  const asked = await askedGroup(sent, ctx);
  if (isFail(asked)) return asked;
  try {
    return { createdId: await createGroup(ctx.modyo, asked, groupParameterOf), asked };
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    const other = await groupNamed(ctx, sent.name);
    if (other === undefined) throw error;
    return isFail(other) ? other : { existing: other };
  }
}

function isNameTaken(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'INVALID_PARAMS') return false;
  return error.fields?.some(({ path }) => path === 'name') === true;
}

export async function planUpsert(sent: NamedGroup, ctx: ModyoToolContext): Promise<Plan | Fail> {
  const found = await groupNamed(ctx, sent.name);
  if (isFail(found)) return found;
  if (found !== undefined) return planGroupChange(sent, ctx, found.id);
  const asked = await askedGroup(sent, ctx);
  if (isFail(asked)) return asked;
  return {
    changes: { creates: true, attributes: asked as { [attribute: string]: Json } },
    summary: `A group with the name ${quoted(sent.name)} is created.`,
    isHarmless: true,
  };
}
