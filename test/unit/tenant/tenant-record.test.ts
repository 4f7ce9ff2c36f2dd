import { describe, expect, test } from 'vitest';
import { createSealRing } from '../../../src/auth/sealing.ts';
import {
  tenantRecordSchema,
  tenantsFileSchema,
  withTokenFileRead,
} from '../../../src/tenant/tenant-record.ts';
import { sealTenantToken } from '../../../src/tenant/tenant-token.ts';

const ring = createSealRing([{ kid: 'k', secret: new Uint8Array(32) }]);
const sealed = await sealTenantToken(ring, 'secret', 'acme.modyo.cloud');
const minimal = { id: 'acme', host: 'acme.modyo.cloud', token: sealed };

function faultsOf(record: unknown): string {
  return JSON.stringify(tenantRecordSchema.safeParse(record).error?.issues ?? []);
}

describe('a tenant record', () => {
  test('is read with its policy in our own names', () => {
    const policy = {
      modules: ['content'],
      read_only: true,
      tools_allowed: ['content-spaces-list'],
      tools_denied: ['content-spaces-manage'],
      exposure: 'flat',
      describe: 'compact',
      gate_visibility: 'call',
      pins: { space: 'blog', site: 636 },
      rate_per_minute: 60,
      concurrency: 4,
    };
    expect(tenantRecordSchema.parse({ ...minimal, platform_name: 'Acme', policy })).toEqual({
      id: 'acme',
      issuer: undefined,
      host: 'acme.modyo.cloud',
      platformName: 'Acme',
      token: { kind: 'sealed', sealed },
      policy: {
        modules: ['content'],
        readOnly: true,
        toolsAllowed: ['content-spaces-list'],
        toolsDenied: ['content-spaces-manage'],
        exposure: 'flat',
        describe: 'compact',
        gateVisibility: 'call',
        pins: { space: 'blog', site: 636 },
        ratePerMinute: 60,
        concurrency: 4,
      },
    });
  });

  test('may note what its account lacks, and says nothing where that is nothing', () => {
    const noted = tenantRecordSchema.parse({ ...minimal, missing_operations: ['getProfile', 'bulkEntries'] });
    expect([...(noted.missingOperations ?? [])]).toEqual(['getProfile', 'bulkEntries']);
    expect(tenantRecordSchema.parse({ ...minimal, missing_operations: [] })).not.toHaveProperty(
      'missingOperations',
    );
  });

  test.each(['plain-modyo-token', 'aaa.bbb.ccc', 'a'.repeat(64), '', 'x..y.z', `${'x'.repeat(5_000)}`])(
    'refuses the plain token %j, and does not repeat it',
    (token) => {
      const faults = faultsOf({ ...minimal, token });
      expect(faults).toContain('tenant seal');
      if (token.length > 10) expect(faults).not.toContain(token);
    },
  );

  test.each([
    ['no token', { token: undefined }, 'exactly one of token and token_file'],
    ['two tokens', { token_file: '/run/secret' }, 'exactly one of token and token_file'],
    ['a module that does not exist', { policy: { modules: ['contents'] } }, 'modules'],
    ['an exposure that does not exist', { policy: { exposure: 'grid' } }, 'exposure'],
    ['a pin that does not exist', { policy: { pins: { team: 'x' } } }, 'team'],
    ['an empty pin', { policy: { pins: { space: '' } } }, 'space'],
    ['a blank pin', { policy: { pins: { space: ' \t' } } }, 'space'],
    ['a policy word that does not exist', { policy: { readonly: true } }, 'readonly'],
    ['an empty id', { id: '' }, 'id'],
    ['an operation by its path', { missing_operations: ['GET /profile'] }, 'missing_operations'],
  ])('refuses %s', (_, changes, expected) => {
    expect(faultsOf({ ...minimal, ...changes })).toContain(expected);
  });

  test('may name a file with a sealed token or a mounted secret, which then prints nowhere', () => {
    const record = tenantRecordSchema.parse({ ...minimal, token: undefined, token_file: '/run/secret' });
    expect(withTokenFileRead(record, () => `${sealed}\n`).token).toEqual({ kind: 'sealed', sealed });
    const opened = withTokenFileRead(record, () => 'plain-modyo-token\n');
    expect(JSON.stringify(opened)).not.toContain('plain-modyo-token');
    expect(() => withTokenFileRead(record, () => '\n')).toThrow(/no token/);
    expect(() => withTokenFileRead(record, () => 'two\nlines')).toThrow(/no token/);
  });

  test('a file may hold none, and nothing else', () => {
    expect(tenantsFileSchema.parse({ tenants: [] })).toEqual([]);
    expect(() => tenantsFileSchema.parse({ tenants: [], issuers: [] })).toThrow(/issuers/);
  });
});
