import type { z } from 'zod';
import type { CompiledAction } from './compiled.ts';
import { schemasAlong } from './json-schema.ts';

export type CheckedData =
  | { readonly ok: true; readonly data: object }
  | {
      readonly ok: false;
      /** Dotted path of the first value that does not fit; for the log. */
      readonly path: string;
      /** Whether the value lies in what Modyo owns: its shape has changed, not our handler. */
      readonly isForeign: boolean;
    };

/** Validates what an action answers against its own schema. What is not declared is left out. */
export function checkData<Ctx>(action: CompiledAction<Ctx>, data: unknown): CheckedData {
  const parsed = action.data.safeParse(data, { reportInput: true });
  if (parsed.success) return { ok: true, data: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    ok: false,
    path: issue?.path.join('.') ?? '',
    isForeign: issue !== undefined && isInForeign(action, issue),
  };
}

function isInForeign<Ctx>(action: CompiledAction<Ctx>, issue: z.core.$ZodIssue): boolean {
  // A handler that forgot the whole object is at fault itself, although the object would be Modyo's.
  const path = issue.input === undefined ? issue.path.slice(0, -1) : issue.path;
  return schemasAlong(action.rawData, path).some((schema) => schema['x-foreign'] === true);
}
