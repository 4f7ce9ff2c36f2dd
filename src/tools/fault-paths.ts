import { AppError } from '../errors/app-error.ts';
import { type Fail, fail, isFail } from '../toolkit/result.ts';

/**
 * A step whose faults name parameters of another tool, with the parameters of this one in their place.
 * @param rename a dotted path of the step's; answers ours
 * @throws {AppError} as the step, with the paths of its `fields` renamed
 */
export async function inOurParameters<Result>(
  step: Promise<Result | Fail>,
  rename: (path: string) => string,
): Promise<Result | Fail> {
  const renamed = <Fault extends { readonly path: string }>(faults: readonly Fault[]) =>
    faults.map((fault) => ({ ...fault, path: rename(fault.path) }));
  try {
    const result = await step;
    if (!isFail(result) || result.options.fields === undefined) return result;
    return fail(result.code, result.message, { ...result.options, fields: renamed(result.options.fields) });
  } catch (error) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error;
    const { code, message, hint, details, cause, retryAfterMs } = error;
    // biome-ignore lint/style/useErrorCause: the same failure under other names, whose own cause stays.
    throw new AppError(message, {
      code,
      fields: renamed(error.fields),
      cause,
      ...(hint !== undefined && { hint }),
      ...(details !== undefined && { details }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }
}
