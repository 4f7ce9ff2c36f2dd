import { describe, expect, test } from 'vitest';
import { effectivePolicy } from '../../../src/tenant/effective-policy.ts';
import type { TenantPolicy } from '../../../src/tenant/policy.ts';
import { openPolicy } from '../../support/open-policy.ts';

const service: TenantPolicy = {
  ...openPolicy,
  modules: ['content', 'core'],
  readOnly: true,
  toolsAllowed: ['a', 'b'],
  toolsDenied: ['x'],
  ratePerMinute: 100,
};

describe("a tenant's policy", () => {
  test("is the service's where its record says nothing", () => {
    expect(effectivePolicy(service, {})).toEqual(service);
  });

  test('F5.5 cannot be changed by a call, for the next one has the same object', () => {
    const policy = effectivePolicy(service, { pins: { space: 'own' }, toolsDenied: ['y'] });
    const held = Object.values(policy).filter((value) => typeof value === 'object');
    expect(held).toHaveLength(4);
    for (const value of [policy, ...held]) expect(value).toSatisfy(Object.isFrozen);
    expect(service.toolsAllowed).not.toSatisfy(Object.isFrozen);
  });

  test('never widens what the service allows', () => {
    const own = {
      modules: ['core', 'customers'],
      readOnly: false,
      toolsAllowed: ['b', 'c'],
      toolsDenied: ['y'],
    } as const;
    expect(effectivePolicy(service, own)).toEqual({
      ...service,
      modules: ['core'],
      readOnly: true,
      toolsAllowed: ['b'],
      toolsDenied: ['x', 'y'],
    });
  });

  test('shows things in its own way, and keeps the pins of both', () => {
    const own = {
      exposure: 'catalog',
      describe: 'compact',
      gateVisibility: 'call',
      pins: { space: 'own', site: 's' },
    } as const;
    expect(effectivePolicy({ ...service, pins: { space: 'service' } }, own)).toEqual({
      ...service,
      ...own,
      pins: { space: 'service', site: 's' },
    });
  });

  test('has rates of its own, and its own list of tools where the service has none', () => {
    const { toolsAllowed: _, ...open } = service;
    const own = { toolsAllowed: ['c'], ratePerMinute: 1_000, concurrency: 1 };
    expect(effectivePolicy(open, own)).toEqual({ ...service, ...own });
  });
});
