import { expect, test } from 'vitest';
import { traceIdOf } from '../../../src/http/trace-context.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';

test('reads the trace of a well-formed header', () => {
  expect(traceIdOf(`00-${trace}-b7ad6b7169203331-01`)).toBe(trace);
});

test.each([
  [undefined],
  [''],
  [trace],
  [`00-${trace.toUpperCase()}-b7ad6b7169203331-01`],
  [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  [`00-${trace}-${'0'.repeat(16)}-01`],
  [`00-${trace}-b7ad6b7169203331-01\n`],
])('takes %j for no trace at all', (header) => {
  expect(traceIdOf(header)).toBeUndefined();
});
