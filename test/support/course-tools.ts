import type { Tool } from '../../src/toolkit/tool.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { createFileTools } from './course-file-tools.ts';
import { createRecordTools } from './course-record-tools.ts';
import { textTools } from './course-text-tools.ts';
import { type CourseWorld, createCourseWorld } from './course-world.ts';

export interface CourseOptions {
  readonly world?: CourseWorld;
  /** Default 30 s. */
  readonly notificationTimeoutMs?: number;
}

/** The tools that a course on the protocol builds, in the kit's words, over a world in memory. */
export function createCourseTools(options: CourseOptions = {}): readonly Tool<ModyoToolContext>[] {
  const { world = createCourseWorld(), notificationTimeoutMs = 30_000 } = options;
  return [...createFileTools(world), ...createRecordTools(world, notificationTimeoutMs), ...textTools];
}
