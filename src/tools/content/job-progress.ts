import type { BackgroundJob } from '../../modyo/background-jobs.ts';
import type { ToolContext } from '../../toolkit/context.ts';
import { jobStatusOf } from '../job-status.ts';

const percentMax = 100;

/** Tells the client of each step of one job, in percent; a number is never told twice nor taken back. */
export function createJobProgress({ progress }: Pick<ToolContext, 'progress'>): (job: BackgroundJob) => void {
  let told = -1;
  return (job) => {
    const percent = percentOf(job);
    if (percent <= told) return;
    told = percent;
    progress({ progress: percent, total: percentMax, message: `The job is ${jobStatusOf(job.status)}.` });
  };
}

function percentOf({ progress, total, status }: BackgroundJob): number {
  if (jobStatusOf(status) === 'completed') return percentMax;
  if (progress === undefined || total === undefined || total <= 0) return 0;
  return Math.min(percentMax, Math.floor((progress / total) * percentMax));
}
