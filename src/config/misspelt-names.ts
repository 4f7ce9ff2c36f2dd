/** Shorter names are too common for one letter to tell anything: `HOST`, `PORT`. */
const comparedLengthMin = 8;

/** A name in the environment that is none of ours, and the one of ours that was meant. */
export interface MisspeltName {
  readonly name: string;
  readonly meant: string;
}

/**
 * An environment is full of names that are nobody's business, so an unknown one is no fault by itself; one
 * that differs from a variable of ours by a letter is. Where the variable is set too, the other name is
 * somebody else's.
 */
export function misspeltNames(
  env: Readonly<Record<string, string | undefined>>,
  variables: readonly string[],
): readonly MisspeltName[] {
  const known = new Set(variables);
  const unset = variables.filter((name) => name.length >= comparedLengthMin && !env[name]);
  return Object.keys(env).flatMap((name) => {
    const meant = known.has(name) ? undefined : unset.find((variable) => isSlipOf(name, variable));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** One letter more, fewer or other, or two of them the other way round; underscores and case do not count. */
function isSlipOf(name: string, variable: string): boolean {
  const left = lettersOf(name);
  const right = lettersOf(variable);
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const [rest, wanted] = [left.slice(start), right.slice(start)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0])
  );
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toUpperCase();
}
