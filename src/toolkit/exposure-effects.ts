import type { CompiledAction } from './compiled.ts';

/** The tools of the catalog exposure that run an action, by what it does to the account. */
export const executors = { read: 'tools-read', write: 'tools-write', destroy: 'tools-destroy' } as const;

export type Effect = keyof typeof executors;

export const effects = ['read', 'write', 'destroy'] as const satisfies readonly Effect[];

export function effectOf<Ctx>({ definition, annotations }: CompiledAction<Ctx>): Effect {
  if (definition.verb === 'query') return 'read';
  return annotations.destructiveHint ? 'destroy' : 'write';
}

export function executorOf<Ctx>(action: CompiledAction<Ctx>): string {
  return executors[effectOf(action)];
}
