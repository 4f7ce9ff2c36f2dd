import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/errors/app-error.ts';
import { narrowPolicy } from '../../../src/tenant/narrowing.ts';
import type { TenantPolicy } from '../../../src/tenant/policy.ts';
import { openPolicy } from '../../support/open-policy.ts';

const policy: TenantPolicy = {
  ...openPolicy,
  modules: ['core', 'content'],
  toolsDenied: ['x'],
};

const names = new Set(['content-spaces-list', 'content-spaces-manage', 'content-spaces-delete']);

const validNames = 'Valid ones: modules, tools, exclude, read_only, exposure, describe, space, site, realm.';

const narrow = (query: string, from = policy) => narrowPolicy(from, new URLSearchParams(query), () => names);

const validTools = (parameter: string) =>
  `Valid values of ${parameter}: content-spaces-list, content-spaces-manage, content-spaces-delete.`;
const validPin = (name: string) =>
  `Valid values of ${name}: an id, or a uid, slug, host or name of up to 255 characters.`;

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
    ['tools=content-spaces-list', { toolsChosen: ['content-spaces-list'] }],
    [
      'tools=content-spaces-list,content-spaces-delete',
      { toolsChosen: ['content-spaces-list', 'content-spaces-delete'] },
    ],
    ['exclude=content-spaces-delete', { toolsDenied: ['x', 'content-spaces-delete'] }],
    ['exposure=flat', { exposure: 'flat' }],
    ['exposure=catalog&describe=compact', { exposure: 'catalog', describe: 'compact' }],
    ['space=blog&realm=7', { pins: { space: 'blog', realm: '7' } }],
    ['site=Tienda%20Norte', { pins: { site: 'Tienda Norte' } }],
  ])('%s narrows', (query, changes) => {
    expect(narrow(query)).toEqual({ ...policy, ...changes });
  });

  test('may repeat a pin of the account, and not replace it', () => {
    const pinned = { ...policy, pins: { space: 31, site: 'home' } };
    expect(narrow('space=31&site=home&realm=r', pinned).pins).toEqual({
      space: 31,
      site: 'home',
      realm: 'r',
    });
    expect(() => narrow('space=32', pinned)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS', hint: 'Valid values of space: 31.' }),
    );
  });

  test('knows the tools of the account as it was, in whatever order its parameters come', () => {
    const asked: TenantPolicy[] = [];
    const narrowed = narrowPolicy(
      policy,
      new URLSearchParams('exclude=content-spaces-list&tools=content-spaces-list'),
      (of) => {
        asked.push(of);
        return names;
      },
    );
    expect(asked).toEqual([policy, policy]);
    expect(narrowed).toMatchObject({
      toolsChosen: ['content-spaces-list'],
      toolsDenied: ['x', 'content-spaces-list'],
    });
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
    ['exposure=grid', 'Valid values: grouped, flat, catalog.'],
    ['describe=', 'Valid values: full, compact.'],
    ['tools=content-spaces-lst', validTools('tools')],
    ['tools=', validTools('tools')],
    ['exclude=content-spaces-list,x', validTools('exclude')],
    ['gate_visibility=call', validNames],
    ['pins=space', validNames],
    ['space=', validPin('space')],
    [`site=${'s'.repeat(256)}`, validPin('site')],
    ['realm=a%00b', validPin('realm')],
  ])('%s is refused, saying what is valid', (query, hint) => {
    const narrowing = () => narrow(query);
    expect(narrowing).toThrow(AppError);
    expect(narrowing).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS', hint }));
  });
});
