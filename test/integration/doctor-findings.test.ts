import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

const space = 'banca-personas';

let service: ContentService;

beforeAll(async () => {
  service = await startContentService({ missingOperations: ['listTypes', 'deleteSpace', 'getProfile'] });
});
beforeEach(() => {
  service.upstream();
});
afterAll(() => service.close());

describe('an operation that the record of a tenant notes as missing', () => {
  test.each([
    ['content-types-list', { space }, 'listTypes'],
    ['content-types-manage', { action: 'list', space }, 'listTypes'],
    ['content-spaces-manage', { action: 'delete', identifier: space, confirm_name: 'x' }, 'deleteSpace'],
    [
      'content-spaces-manage',
      { action: 'delete', identifier: space, confirm_name: 'x', dry_run: true },
      'deleteSpace',
    ],
  ])(
    'makes %s with %j answer UNAVAILABLE with the reason, before anything is sent',
    async (tool, args, operation) => {
      const { isError, error } = await service.call(tool, args);
      expect(isError).toBe(true);
      expect(error).toMatchObject({
        code: 'UNAVAILABLE',
        details: { reason: 'operation_missing', operations: expect.arrayContaining([operation]) },
      });
      expect(error.message).toContain(operation);
      expect(error).not.toHaveProperty('retry_after_ms');
      expect(service.upstream()).toEqual([]);
    },
  );

  test('leaves the other actions of the same tool as they were', async () => {
    const { isError, resource } = await service.call('content-spaces-manage', { identifier: space });
    expect(isError).toBe(false);
    expect(resource).toMatchObject({ type: 'space', uid: space });
  });

  test('is no reason for another tenant, or for the same account by another way', async () => {
    const other = await service.call('content-types-list', { space }, { tenant: 'b' });
    expect(other.isError).toBe(false);
    const sealed = await service.call('content-types-list', { space }, { modyoToken: 'sandbox-token-andes' });
    expect(sealed.isError).toBe(false);
  });

  test('is named after faults of the arguments, which the caller can mend', async () => {
    const { error } = await service.call('content-types-list', { space, page: 'x' });
    expect(error.code).toBe('INVALID_PARAMS');
  });
});
