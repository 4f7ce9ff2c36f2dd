import { expect, test, vi } from 'vitest';
import { createBillingDesk, createBillingTools } from '../support/billing-tools.ts';

const gated = createBillingTools(createBillingDesk());
vi.mock('../../src/tools/catalogue.ts', () => ({ toolCatalogue: gated }));

const names = gated.map(({ name }) => name);

test('a product with a tool whose state the store keeps has generated files like any other', async () => {
  const { listedTools } = await import('../support/generators/tool-snapshots.ts');
  expect(listedTools().map((tool) => tool['name'])).toEqual(names);
});

test('a product with a tool whose state the store keeps is held to the rules over all tools', async () => {
  const { everyTool } = await import('../support/every-tool.ts');
  expect(everyTool.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});
