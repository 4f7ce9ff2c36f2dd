import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { kit, type ModyoToolContext } from '../../src/tools/kit.ts';
import { createBillingDesk, createBillingTools } from '../support/billing-tools.ts';
import { createCourseTools } from '../support/course-tools.ts';
import { edgeConfig } from '../support/edge.ts';
import { createLogCapture } from '../support/log-capture.ts';

function start(tools: readonly Tool<ModyoToolContext>[], env: Readonly<Record<string, string>> = {}) {
  return createApp({ config: edgeConfig(env), tools, log: createLogCapture().log });
}

const silent = kit.tool('core-silent-try', {
  title: 'Silent',
  actions: {
    try: kit.query({
      summary: 'Try',
      input: z.object({ is_loud: z.boolean() }),
      data: z.object({}),
      run: () => ok({}),
    }),
  },
});

describe('a service with tools that are not well defined does not start', () => {
  test('where nothing describes a parameter', async () => {
    await expect(start([silent])).rejects.toThrow('core-silent-try.try.is_loud: has no description');
  });

  test('where two tools have one name', async () => {
    const twice = [...createCourseTools(), ...createCourseTools()];
    await expect(start(twice)).rejects.toThrow('create-file: is the name of two tools');
  });

  test('where a gate has nobody to keep its state for all replicas', async () => {
    const gated = createBillingTools(createBillingDesk());
    await expect(start(gated, { NODE_ENV: 'production' })).rejects.toThrow(
      'for the states of these tools: billing-approve, billing-discharge',
    );
  });

  test('and every fault is told at once', async () => {
    const [first] = createCourseTools();
    if (first === undefined) throw new Error('The course has tools.');
    await expect(start([silent, first, first])).rejects.toThrow(/has no description[\s\S]*name of two tools/);
  });
});
