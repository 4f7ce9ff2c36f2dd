import { z } from 'zod';
import type { Caller } from '../tenant/caller.ts';
import { type Effect, effectOf, effects, executors } from './exposure-effects.ts';
import { nearest } from './nearest.ts';
import type { AvailableAction } from './result.ts';
import type { VisibleTool } from './surface.ts';

const nameLengthMax = 64;

export const actionName = z
  .string()
  .min(1)
  .max(nameLengthMax)
  .describe('Name of an action as tools-search gives it, in the format module-resource-action');

export const effectWord = z.enum(effects);

/** What the tools of the catalog say about an action first. */
export const card = { name: z.string(), title: z.string(), effect: effectWord, run_with: z.string() };

export const findsNames: AvailableAction = { tool: 'tools-search', reason: 'Finds the names of actions' };

/** Actions by name. */
export type Actions<Ctx> = ReadonlyMap<string, VisibleTool<Ctx>>;

/** What a caller may use now: an action that a gate keeps from it is not found either. */
export type Usable<Ctx> = (caller: Caller) => Promise<Actions<Ctx>>;

export function cardOf<Ctx>({ tool, actions }: VisibleTool<Ctx>): {
  readonly name: string;
  readonly title: string;
  readonly effect: Effect;
  readonly run_with: string;
} {
  const [action] = actions;
  const does = action === undefined ? 'read' : effectOf(action);
  return { name: tool.name, title: tool.title, effect: does, run_with: executors[does] };
}

export function unknownName<Ctx>(path: string, name: string, own: Actions<Ctx>) {
  const suggestion = nearest(name, own.keys());
  return { path, message: 'is not the name of an action', ...(suggestion !== undefined && { suggestion }) };
}
