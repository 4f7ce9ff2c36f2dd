import { describeForms, exposures } from '../../../src/tenant/policy.ts';
import { keysOf } from './change.ts';

const known = exposures.flatMap((exposure) => describeForms.map((form) => `${exposure}/${form}`));

/** The forms in which either is listed, the usual one first. */
export function formsOf(listed: object, other: object = {}): readonly string[] {
  const forms = keysOf({ ...listed }, { ...other });
  return [...known.filter((form) => forms.includes(form)), ...forms.filter((form) => !known.includes(form))];
}
