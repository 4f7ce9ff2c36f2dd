import { systemClock } from '../../src/infrastructure/clock.ts';
import { connectRedis } from '../../src/infrastructure/redis-connection.ts';
import { gateStoreOn } from '../../src/infrastructure/redis-gate-store.ts';
import { createToolRegistry } from '../../src/toolkit/registry.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { createBillingDesk, createBillingTools } from './billing-tools.ts';
import { createLogCapture } from './log-capture.ts';
import { testCall } from './test-call.ts';
import { testCaller } from './tool-host.ts';

/*
 * A process of its own that approves the billing of a subject and never comes to an end: it says `acting` once
 * it holds the lease, and waits to be killed. Arguments: the URL of Redis, the subject.
 */

const [url = '', subject = ''] = process.argv.slice(2);
const logs = createLogCapture();
const desk = createBillingDesk();
desk.during.set('approve', () => {
  process.stdout.write('acting\n');
  return new Promise(() => {});
});
const connection = await connectRedis({ url, mode: 'single', log: logs.log });
const registry = createToolRegistry<ModyoToolContext>({
  tools: createBillingTools(desk),
  // These tools do not call Modyo.
  createContext: (base) => base as ModyoToolContext,
  clock: systemClock,
  gateStore: gateStoreOn(connection),
});
await registry.call('billing-approve', {}, testCall(testCaller(logs, { subject })));
