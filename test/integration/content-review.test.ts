import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
afterAll(() => service.close());

const reviewedSpace = 33;
const manage = (args: object) => service.call('content-entries-manage', { space: reviewedSpace, ...args });
const publish = (identifier: number, rest: object = {}) => manage({ action: 'publish', identifier, ...rest });
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

interface Reviewed {
  readonly id: number;
  readonly uuid: string;
  readonly workflow: { readonly id: number };
}

async function unpublished(state: string): Promise<Reviewed> {
  const list = { space: reviewedSpace, workflow_state: state, states: ['unpublished'], per_page: 1 };
  return (await service.call('content-entries-list', list)).data.entries[0];
}

/** What a person does in the console. */
const person = () => createSandboxClient(service.sandbox);

test('F7.1 an entry that is not approved is not published: state, what it needs and where a person does it', async () => {
  const { id, uuid } = await unpublished('draft');
  const { resource } = await service.call('content-spaces-get', { identifier: reviewedSpace });
  service.upstream();
  const { error } = await publish(id);
  const page = `https://andes.sandbox.invalid/admin/content/spaces/${resource.uid}/entries/${uuid}`;
  expect(error).toMatchObject({
    code: 'STATE_CONFLICT',
    details: { state: 'draft', requires: ['approved'], how: `${page}?target_locale=es-cl` },
  });
  // No tool of ours approves.
  expect(error.available_actions).toEqual([]);
  expect(written()).toEqual([]);
});

test.each([
  ['that Modyo has yet to name', { current_state: 'in_limbo' }, {}, 'in_limbo'],
  ['that is written otherwise', { current_state: 'Approved' }, {}, 'Approved'],
  ['that Modyo leaves out', {}, {}, 'unknown'],
  ['without a workflow', null, {}, 'unknown'],
  ['of an edit of what is out', { current_state: 'draft' }, { published: true, dirty: true }, 'draft'],
  [
    'of an edit in review of what is out',
    { current_state: 'reviewing' },
    { published: true, dirty: true },
    'reviewing',
  ],
  ['of a draft with a schedule', { current_state: 'draft' }, { scheduled: true }, 'draft'],
])('a review state %s lets nothing out, and a dry run says so too', async (_what, workflow, rest, state) => {
  const { id } = await unpublished('draft');
  const { body } = await person().get(`/content/spaces/${reviewedSpace}/entries/${id}`);
  const undo = service.sandbox.faults.inject({
    match: { method: 'GET', path: `/entries/${id}` },
    effect: { kind: 'answer', status: 200, body: { ...body, workflow, ...rest } },
  });
  service.upstream();
  for (const dry_run of [true, false]) {
    const { error } = await publish(id, { dry_run });
    expect(error).toMatchObject({ code: 'STATE_CONFLICT', details: { state, requires: ['approved'] } });
  }
  undo();
  expect(written()).toEqual([]);
});

test('the state is read from Modyo at each call: a draft that a person sends and approves is published', async () => {
  const { id, workflow } = await unpublished('draft');
  await person().post(`/workflows/${workflow.id}/send_to_review`);
  expect((await publish(id)).error.details.state).toBe('reviewing');
  await person().post(`/workflows/${workflow.id}/approve`);
  const { data, state } = await publish(id);
  expect(data).toMatchObject({ is_live: true, entry_status: 'published' });
  expect(state.status).toBe('done');
});

test('an edit of what is approved needs a review again', async () => {
  const { id } = await unpublished('approved');
  const { state } = await manage({ identifier: id, tags: ['editada'], list_mode: 'append' });
  expect(state.next ?? []).toEqual([]);
  expect((await publish(id)).error).toMatchObject({ code: 'STATE_CONFLICT', details: { state: 'draft' } });
});

test('F7.16 a dry run of what is not approved is refused like the publication', async () => {
  const { id } = await unpublished('draft');
  const { error } = await publish(id, { dry_run: true });
  expect(error).toMatchObject({ code: 'STATE_CONFLICT', details: { state: 'draft' } });
});

test('what is archived, or out already, is told so and not sent to a review', async () => {
  const archived = await service.call('content-entries-list', {
    space: reviewedSpace,
    states: ['archived'],
    per_page: 1,
  });
  expect((await publish(archived.data.entries[0].id)).error.details.steps).toEqual(['restore', 'publish']);
  const { data } = await service.call('content-entries-list', {
    space: reviewedSpace,
    states: ['published'],
    per_page: 100,
  });
  const live = data.entries.find(({ status }: { status: string }) => status === 'published');
  expect((await publish(live.id)).state.status).toBe('unchanged');
});

test('force leaves the decision to Modyo, which lets administrators past the review and nobody else', async () => {
  const { id } = await unpublished('reviewing');
  const asEditor = { modyoToken: 'sandbox-token-andes-editor' };
  const args = { space: reviewedSpace, action: 'publish', identifier: id, force: true };
  expect((await service.call('content-entries-manage', args, asEditor)).error.code).toBe('FORBIDDEN');
  expect((await manage(args)).data.is_live).toBe(true);
});

test('a review that starts between the reading and the write is refused by Modyo itself', async () => {
  const { id } = await unpublished('approved');
  service.sandbox.faults.inject({
    match: { method: 'POST', path: `/${id}/publish` },
    times: 1,
    effect: {
      kind: 'answer',
      status: 409,
      body: { errors: ['This element must be approved before it is published'] },
    },
  });
  expect((await publish(id)).error).toMatchObject({ code: 'CONFLICT' });
});

test('a space without review asks for none', async () => {
  const list = { space: 31, states: ['unpublished'], type: 'noticia', per_page: 1 };
  const { data } = await service.call('content-entries-list', list);
  const { id } = data.entries[0];
  const published = await manage({ space: 31, action: 'publish', identifier: id });
  expect(published.data.is_live).toBe(true);
});
