import { expect, test } from 'vitest';
import { warnOfUnknownOperations, warnOfUnknownTools } from '../../../src/app/policy-names.ts';
import type { TenantRecord } from '../../../src/tenant/tenant-record.ts';
import { createProductRegistry } from '../../support/every-tool.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { openPolicy } from '../../support/open-policy.ts';

const record: TenantRecord = {
  id: 'acme',
  issuer: undefined,
  host: 'acme.modyo.cloud',
  platformName: undefined,
  token: { kind: 'file', path: '' },
  policy: {},
};

test('N6.1 a rule that matches nothing is told at boot, with its tenant; one that matches is not', () => {
  const logs = createLogCapture();
  const policy = {
    toolsAllowed: ['content-entries-manage', 'content-entries-publish', 'content-entires-list'],
    toolsDenied: ['content-spaces-delete', 'content-spaces-remove'],
  };
  warnOfUnknownTools([{ ...record, policy }], createProductRegistry(), openPolicy, logs.log);
  expect(logs.lines().map(({ tenant, tool }) => [tenant, tool])).toEqual([
    ['acme', 'content-entires-list'],
    ['acme', 'content-spaces-remove'],
  ]);
});

test('an operation that is noted as missing and that nothing calls is told at boot, with its tenant', () => {
  const logs = createLogCapture();
  const missingOperations = new Set(['bulkEntries', 'bulkEntry', 'toString']);
  warnOfUnknownOperations([record, { ...record, id: 'zeta', missingOperations }], logs.log);
  expect(logs.lines().map(({ tenant, operation }) => [tenant, operation])).toEqual([
    ['zeta', 'bulkEntry'],
    ['zeta', 'toString'],
  ]);
});
