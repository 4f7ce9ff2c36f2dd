import { z } from 'zod';

/** What became of one type: the source's id, and that of the type that stands for it now. */
export const copiedType = z.object({
  from: z.number(),
  to: z.number().optional(),
  uid: z.string(),
  result: z.enum(['created', 'completed', 'kept', 'incomplete', 'failed']),
  code: z.string().optional(),
});

export const resumeParameter = z
  .boolean()
  .optional()
  .describe(
    'Go on with an earlier copy: what the target already has under the same uid is kept and completed',
  );
