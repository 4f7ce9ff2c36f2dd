import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/errors/app-error.ts';
import { narrowPolicy } from '../../../src/tenant/narrowing.ts';
import type { TenantPolicy } from '../../../src/tenant/policy.ts';

const policy: TenantPolicy = {
  modules: ['core', 'content'],
  readOnly: false,
  exposure: 'grouped',
  describe: 'full',
  pins: {},
  gateVisibility: 'list',
  toolsDenied: ['x'],
  ratePerMinute: 10,
  concurrency: 2,
};

const names = new Set(['content-spaces-list', 'content-spaces-manage', 'content-spaces-delete']);

const validNames = 'Valid ones: modules, tools, exclude, read_only, exposure, describe, space, site, realm.';

const narrow = (query: string, from = policy) => narrowPolicy(from, new URLSearchParams(query), () => names);

describe('the URL of the connector', () => {
  test('without parameters changes nothing', () => {
    expect(narrow('')).toEqual(policy);
  });

  test.each([
    ['modules=content', { modules: ['content'] }],
    ['modules=content,core', { modules: ['core', 'content'] }],
    ['modules=content,%20customers', { modules: ['content'] }],
    ['read_only=true', { readOnly: true }],
    ['read_only=false', {}],
    ['modules=core&read_only=true', { modules: ['core'], readOnly: true }],
  ])('%s narrows', (query, changes) => {
    expect(narrow(query)).toEqual({ ...policy, ...changes });
  });

  test('cannot lift read-only, or bring a module back', () => {
    const narrowed = narrow('read_only=false&modules=core,content,customers', {
      ...policy,
      readOnly: true,
      modules: ['content'],
    });
    expect(narrowed).toMatchObject({ readOnly: true, modules: ['content'] });
  });

  test.each([
    ['foo=1', validNames],
    ['access_token=x', validNames],
    ['__proto__=1', validNames],
    ['Modules=content', validNames],
    ['modules=contents', 'Valid values of modules: core, content, channels, customers, widgets.'],
    ['modules=', 'Valid values of modules: core, content, channels, customers, widgets.'],
    ['modules=content,', 'Valid values of modules: core, content, channels, customers, widgets.'],
    ['modules=customers', 'Valid values of modules: core, content.'],
    ['read_only=1', 'Valid values: true, false.'],
    ['read_only', 'Valid values: true, false.'],
    ['modules=core&modules=content', 'Write it once, values with commas.'],
  ])('%s is refused, saying what is valid', (query, hint) => {
    const narrowing = () => narrow(query);
    expect(narrowing).toThrow(AppError);
    expect(narrowing).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS', hint }));
  });
});
