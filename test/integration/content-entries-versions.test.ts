import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createEntrySpace, type EntryMoves } from '../support/entry-moves.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';

let service: ContentService;
let { draft, manage, move } = {} as EntryMoves;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  ({ draft, manage, move } = await createEntrySpace(service, 'Versiones'));
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const compare = (identifier: number | string, rest: object = {}) =>
  service.call('content-entries-get', { action: 'compare', space: 'versiones', identifier, ...rest });

const kindsOf = (versions: readonly { kind: string }[]) => versions.map(({ kind }) => kind);

function answerVersions(path: string | RegExp, status: number, body: object): void {
  service.sandbox.faults.inject({
    match: { method: 'GET', path },
    effect: { kind: 'answer', status, body: body as never },
  });
}

describe('comparing versions of an entry', () => {
  test('shows what has been edited since it was published, field by field', async () => {
    const id = await draft('Portada');
    await move('publish', id);
    await manage({ identifier: id, name: 'Portada nueva', fields: { Title: 'Otro' }, tags: ['x'] });
    service.upstream();
    const { data, resource, state } = await compare(id);
    expect(resource).toMatchObject({ type: 'entry', id });
    expect(state?.warnings).toBeUndefined();
    expect(data).toMatchObject({
      compared_by: 'reading',
      version_from: { kind: 'current', title: 'Portada' },
      version_to: { kind: 'editable', version_id: id },
      evidence: { versions: 'swagger-2023', contents: 'inferred-medium' },
    });
    expect(data.differences).toEqual([
      { path: 'name', before: 'Portada', after: 'Portada nueva' },
      { path: 'tags', before: [], after: ['x'] },
      { path: 'fields.Title', before: 'Portada', after: 'Otro' },
    ]);
    expect(kindsOf(data.versions)).toEqual(['editable', 'current']);
    expect(service.upstream().filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  test('finds no difference where nothing was edited', async () => {
    const id = await draft('Igual');
    await move('publish', id);
    expect((await compare(id)).data.differences).toEqual([]);
  });

  test('takes the id of an older version, of which the newest twenty are kept', async () => {
    const id = await draft('Vieja 0');
    for (let number = 1; number <= 23; number += 1) {
      await move('publish', id);
      await manage({ identifier: id, fields: { Title: `T${number}` } });
    }
    const { data } = await compare(id);
    const backups = data.versions.filter(({ kind }: { kind: string }) => kind === 'backup');
    expect(backups).toHaveLength(20);
    const older = await compare(id, { from_id: backups[19].version_id, to: 'current' });
    expect(older.data).toMatchObject({
      version_from: { kind: 'backup', version_id: backups[19].version_id },
      version_to: { kind: 'current' },
      differences: [{ path: 'fields.Title', before: 'T2', after: 'T22' }],
    });
  });

  test('takes the version of the language of the call', async () => {
    const id = await draft('Hola');
    await manage({ identifier: id, locale: 'en', name: 'Hello', fields: { Title: 'Hello' } });
    await move('publish', id);
    await move('publish', id, { locale: 'en' });
    await manage({ identifier: id, locale: 'en', fields: { Title: 'Hi' } });
    const { data } = await compare(id, { locale: 'en' });
    expect(kindsOf(data.versions)).toEqual(['editable', 'editable', 'current', 'current']);
    expect(data.differences).toEqual([{ path: 'fields.Title', before: 'Hello', after: 'Hi' }]);
    expect((await compare(id)).data.differences).toEqual([]);
  });

  test('takes the one that is planned', async () => {
    const id = await draft('Planeada');
    await move('publish', id, { publish_at: '2034-01-01T00:00:00Z' });
    await manage({ identifier: id, fields: { Title: 'Después' } });
    const { data } = await compare(id, { from: 'scheduled' });
    expect(data.differences).toEqual([{ path: 'fields.Title', before: 'Planeada', after: 'Después' }]);
  });

  test('shows the comparison of the platform where a version cannot be read by its id', async () => {
    const id = await draft('Ilegible');
    await move('publish', id);
    await manage({ identifier: id, name: 'Ilegible dos' });
    answerVersions(/\/entries\/\d{9,}/, 404, {});
    const { data, state } = await compare(id);
    expect(data).toMatchObject({
      compared_by: 'platform',
      differences: [],
      platform_diff: { diff: { 'es-cl': { fields: ['name'] } } },
    });
    expect(state.warnings).toMatchObject([{ code: 'CONTENT_NOT_READ', path: 'data.differences' }]);
  });

  test('takes no other entry for a version of this one', async () => {
    const other = await draft('Ajena');
    const id = await draft('Propia');
    await move('publish', id);
    const { resource } = await service.call('content-spaces-get', { identifier: 'versiones' });
    const foreign = await createSandboxClient(service.sandbox).get(
      `/content/spaces/${resource.id}/entries/${other}`,
    );
    answerVersions(/\/entries\/\d{9,}/, 200, foreign.body as object);
    expect((await compare(id)).data.compared_by).toBe('platform');
  });

  test.each([
    ['current', {}, 'from'],
    ['scheduled', { from: 'editable', to: 'scheduled' }, 'to'],
    ['one by id', { from_id: 99 }, 'from_id'],
  ])('of which one is not there is refused: %s', async (_kind, sides, path) => {
    const { error } = await compare(await draft('Solo borrador'), sides);
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path }] });
  });

  test.each([404, 422])(
    'that the account does not know is said to be so, and not the entry: %i',
    async (status) => {
      const id = await draft('Sin versiones');
      answerVersions('/versions', status, { errors: ['type is invalid'] });
      const { error } = await compare(id);
      expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', message: expect.stringContaining('guess') });
    },
  );

  test('in a language that the entry lacks is refused', async () => {
    const { error } = await compare(await draft('Sin inglés'), { locale: 'en' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { existing_locale: 'es-cl' } });
  });

  test.each([
    ['a path', { from: '../1' }, 'from'],
    ['a path in disguise', { from_id: '%2e%2e' }, 'from_id'],
    ['a query', { to_id: '1?x=1' }, 'to_id'],
    ['zero', { to_id: 0 }, 'to_id'],
    ['a kind of many', { to: 'backup' }, 'to'],
    ['a word without end', { from: 'x'.repeat(200_000) }, 'from'],
    ['two sides in one', { from: 'current', from_id: 1 }, 'from_id'],
    ['a parameter of another name', { version: 1 }, 'version'],
  ])('refuses %s before Modyo is asked', async (_what, sides, path) => {
    service.upstream();
    const { error } = await compare(1, sides);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(service.upstream()).toEqual([]);
  });
});

describe('the review of an entry', () => {
  const reviewedSpace = 33;
  const review = (args: object) =>
    service.call('content-entries-get', { action: 'review', space: reviewedSpace, ...args });

  async function inState(workflow_state: string): Promise<number> {
    const { data } = await service.call('content-entries-list', { space: reviewedSpace, workflow_state });
    return data.entries[0].id;
  }

  test.each([
    ['draft', { approved: false, awaiting_review: false }],
    ['reviewing', { approved: false, awaiting_review: true }],
    ['approved', { approved: true, awaiting_review: false }],
  ])('says where a %s stands, by which rules, and who may review it', async (state, flags) => {
    service.upstream();
    const { data } = await review({ identifier: await inState(state) });
    expect(data.review).toMatchObject({
      enabled: true,
      workflow_state: state,
      workflow_id: expect.any(Number),
      rejected: false,
      page: expect.stringMatching(/^https:\/\/andes\.sandbox\.invalid\/admin\/content\/spaces\//),
      ...flags,
    });
    expect(data.rules).toMatchObject({ team_review: true });
    expect(data.reviewers.length).toBeGreaterThan(0);
    expect(data.reviewers[0]).toEqual({ reviewer_id: expect.any(Number), name: expect.any(String) });
    expect(data.default_reviewer_id).toBe(data.reviewers[0].reviewer_id);
    expect(service.upstream().filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  test('that somebody has rejected is told so', async () => {
    const id = await inState('reviewing');
    const { data } = await review({ identifier: id });
    await createSandboxClient(service.sandbox).post(`/workflows/${data.review.workflow_id}/reject`, {});
    expect((await review({ identifier: id })).data.review).toMatchObject({
      workflow_state: 'draft',
      rejected: true,
    });
  });

  test('of a space without one says that there is none', async () => {
    const { data } = await review({ space: 'versiones', identifier: await draft('Sin revisión') });
    expect(data.review).toMatchObject({ enabled: false, workflow_state: 'draft' });
    expect(data.rules).not.toMatchObject({ team_review: true });
  });

  test('that the platform does not show is what the entry says, and a warning', async () => {
    const id = await inState('approved');
    answerVersions('/workflows/', 404, {});
    const { data, state } = await review({ identifier: id });
    expect(data).toMatchObject({ review: { enabled: true, workflow_state: 'approved' }, reviewers: [] });
    expect(state.warnings).toMatchObject([{ code: 'NO_WORKFLOW' }]);
  });

  test('is found by the entry where the entry does not name it', async () => {
    const id = await inState('approved');
    const entry = await createSandboxClient(service.sandbox).get(
      `/content/spaces/${reviewedSpace}/entries/${id}`,
    );
    const { workflow, ...rest } = entry.body as { workflow: { id: number } };
    const { id: workflowId, ...unnamed } = workflow;
    answerVersions(new RegExp(`/entries/${id}`), 200, { ...rest, workflow: unnamed });
    const { data } = await review({ identifier: id });
    expect(data.review).toMatchObject({ workflow_id: workflowId, approved: true });
    expect(service.upstream()).toContainEqual(expect.stringContaining('/workflows/by_elements'));
  });
});
