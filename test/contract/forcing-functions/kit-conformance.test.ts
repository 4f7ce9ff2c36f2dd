import { expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { createBillingDesk, createBillingTools } from '../../support/billing-tools.ts';
import { conformToKit } from '../../support/conformance.ts';
import { createCourseTools } from '../../support/course-tools.ts';
import { everyTool, type ListedTool } from '../../support/every-tool.ts';
import { createFluentBilling } from '../../support/fluent-billing.ts';
import { expectBounds, expectEnvelope, expectFourHints, undescribedIn } from '../../support/tool-rules.ts';

test('F17.4 the suite finds fault with a tool that keeps no rule', () => {
  const [tool] = everyTool;
  if (tool === undefined) throw new Error('There are tools.');
  const faulty: ListedTool = {
    ...tool,
    title: '',
    inputSchema: { type: 'object', properties: { note: { type: 'string' } } },
    outputSchema: { type: 'object' },
  };
  expect(() => expectFourHints(faulty)).toThrow();
  expect(() => expectBounds(faulty)).toThrow();
  expect(() => expectEnvelope(faulty)).toThrow();
  expect(undescribedIn(faulty)).toEqual([`${tool.name}.note`]);
});

conformToKit('the product', toolCatalogue, startSandbox);
conformToKit('the course', createCourseTools());
conformToKit('billing', createBillingTools(createBillingDesk()));
conformToKit('billing as a chain', createFluentBilling());
