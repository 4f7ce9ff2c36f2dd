import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

const [ada, bruno] = [1, 5];
const reviewed = '/content/spaces/33';
let sandbox: Sandbox;
let owner: SandboxClient;
let editor: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ jobDurationMs: 0 });
  owner = createSandboxClient(sandbox);
  editor = createSandboxClient(sandbox, { token: 'sandbox-token-andes-editor' });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

interface Reviewed {
  readonly entry: string;
  readonly workflow: string;
}

async function inState(state: string): Promise<Reviewed> {
  const list = `${reviewed}/entries?workflow_state=${state}&states[]=unpublished&per_page=1`;
  const [entry] = (await owner.get(list)).body.entries;
  return { entry: `${reviewed}/entries/${entry.id}`, workflow: `/workflows/${entry.workflow.id}` };
}

const stateOf = async ({ entry }: Reviewed) => (await owner.get(entry)).body.workflow.current_state;
const rules = (settings: object) => owner.put(reviewed, settings);

describe('the way of a draft through a review', () => {
  test('is sent, approved and published; the entry and its workflow say the same', async () => {
    const draft = await inState('draft');
    expect((await owner.post(`${draft.entry}/publish`)).status).toBe(409);
    const sent = await editor.post(`${draft.workflow}/send_to_review`);
    expect(sent.body).toMatchObject({ current_state: 'reviewing', awaiting_review: true, approved: false });
    expect((await owner.get(draft.entry)).body).toMatchObject({ status: 'reviewing' });
    expect((await owner.post(`${draft.entry}/publish`)).status).toBe(409);
    const approved = await owner.post(`${draft.workflow}/approve`);
    expect(approved.body).toMatchObject({ current_state: 'approved', approved: true });
    expect(await stateOf(draft)).toBe('approved');
    expect((await editor.post(`${draft.entry}/publish`)).status).toBe(200);
    expect((await owner.get(draft.workflow)).body).toMatchObject({ current_state: 'draft', draft: true });
  });

  test('comes back as a draft when it is rejected, and starts anew', async () => {
    await rules({ approvals_quantity: 2 });
    const draft = await inState('draft');
    await editor.post(`${draft.workflow}/send_to_review`);
    await owner.post(`${draft.workflow}/approve`);
    const rejected = await editor.post(`${draft.workflow}/reject`);
    expect(rejected.body).toMatchObject({ current_state: 'draft', rejected: true });
    const again = await editor.post(`${draft.workflow}/send_to_review`);
    expect(again.body).toMatchObject({ awaiting_review: true, awaiting_approval: false, rejected: false });
  });

  test('starts anew after a change of what was approved', async () => {
    const draft = await inState('approved');
    await owner.put(draft.entry, { name: 'Cambiada' });
    expect(await stateOf(draft)).toBe('draft');
    expect((await owner.post(`${draft.entry}/publish`)).status).toBe(409);
  });
});

describe('the rules of a review', () => {
  test('count people, not approvals', async () => {
    await rules({ approvals_quantity: 2 });
    const { workflow, entry } = await inState('reviewing');
    await owner.post(`${workflow}/approve`);
    const twice = await owner.post(`${workflow}/approve`);
    expect(twice.body).toMatchObject({ current_state: 'reviewing', awaiting_approval: true });
    expect((await editor.post(`${workflow}/approve`)).body.current_state).toBe('approved');
    expect(await stateOf({ workflow, entry })).toBe('approved');
  });

  test('let only the chosen approve where the review is locked', async () => {
    await rules({ locked_review: true, enforced_reviewers_attributes: [{ reviewer_id: bruno }] });
    const { workflow } = await inState('reviewing');
    const refused = await owner.post(`${workflow}/approve`);
    expect([refused.status, refused.text]).toEqual([401, '']);
    const { body } = await owner.get(`${workflow}/reviewers`);
    expect(body).toEqual({ reviewers: [{ id: bruno, name: 'Bruno Salas' }], default_id: bruno });
    expect((await editor.post(`${workflow}/approve`)).body.current_state).toBe('approved');
  });

  test('wait for one of the chosen, or for all of them', async () => {
    const chosen = [{ reviewer_id: ada }, { reviewer_id: bruno }];
    await rules({ enforced_review: true, enforced_reviewers_attributes: [chosen[1]] });
    const one = await inState('reviewing');
    expect((await owner.post(`${one.workflow}/approve`)).body.current_state).toBe('reviewing');
    expect((await editor.post(`${one.workflow}/approve`)).body.current_state).toBe('approved');
    await rules({ enforce_all_review: true, enforced_reviewers_attributes: chosen });
    const all = await inState('reviewing');
    expect((await editor.post(`${all.workflow}/approve`)).body.current_state).toBe('reviewing');
    expect((await owner.post(`${all.workflow}/approve`)).body.current_state).toBe('approved');
  });

  test('are the ones that the space had when the review began', async () => {
    const draft = await inState('draft');
    await editor.post(`${draft.workflow}/send_to_review`);
    await rules({ approvals_quantity: 3 });
    expect((await owner.post(`${draft.workflow}/approve`)).body.current_state).toBe('approved');
  });
});

describe('a step that does not fit', () => {
  test.each([
    ['draft', 'approve'],
    ['draft', 'reject'],
    ['approved', 'approve'],
    ['reviewing', 'send_to_review'],
    ['approved', 'send_to_review'],
  ])('of an entry in %s is refused: %s', async (state, step) => {
    const entry = await inState(state);
    expect((await owner.post(`${entry.workflow}/${step}`)).status).toBe(409);
    expect(await stateOf(entry)).toBe(state);
  });

  test('in a space without review is refused', async () => {
    const { body } = await owner.get('/content/spaces/31/entries?states[]=unpublished&per_page=1');
    const { status } = await owner.post(`/workflows/${body.entries[0].workflow.id}/send_to_review`);
    expect(status).toBe(409);
  });

  test('in a space that the caller was not invited to leads nowhere', async () => {
    const guest = createSandboxClient(sandbox, { token: 'sandbox-token-andes-one-space' });
    const { workflow } = await inState('reviewing');
    expect((await guest.post(`${workflow}/approve`)).status).toBe(404);
    expect((await guest.get('/workflows/999999999')).status).toBe(404);
  });

  test('without the permission to write is refused', async () => {
    const viewer = createSandboxClient(sandbox, { token: 'sandbox-token-andes-viewer' });
    const { workflow, entry } = await inState('reviewing');
    const refused = await viewer.post(`${workflow}/approve`);
    expect([refused.status, refused.text]).toEqual([401, '']);
    expect(await stateOf({ workflow, entry })).toBe('reviewing');
  });
});
