import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { confirmed } from '../support/confirmed.ts';
import { plantArguments } from '../support/run-record.ts';

/** What a tool answered, from either client. */
export interface Answered {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content?: unknown;
}

export interface Envelope {
  readonly platform: { readonly name: string; readonly host: string };
  readonly data: Readonly<Record<string, unknown>>;
  readonly resource?: { readonly id: number | string; readonly name?: string; readonly uuid?: string };
  readonly state?: Readonly<Record<string, unknown>>;
  readonly control?: { readonly confirm_token?: string };
}

/** The common face of the two clients. */
export interface Agent {
  toolNames(): Promise<readonly string[]>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answered>;
}

/** The answer of a call that has to succeed; its text and its structured content are the same object. */
async function succeed(
  agent: Agent,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Envelope> {
  plantArguments(args);
  const answered = await agent.call(name, args);
  expect(answered.isError ?? false, `${name} ${JSON.stringify(args)}: ${textOf(answered)}`).toBe(false);
  expect(JSON.parse(textOf(answered))).toEqual(answered.structuredContent);
  return answered.structuredContent as Envelope;
}

/** The answer of a call that a person has to agree to: asked first, and done with the token of the question. */
async function agree(agent: Agent, name: string, args: Readonly<Record<string, unknown>>): Promise<Envelope> {
  const done = await confirmed(async (sent) => {
    const envelope = await succeed(agent, name, sent);
    const isAsking = envelope.control?.confirm_token !== undefined;
    expect(isAsking, `${name} ${JSON.stringify(args)} has to ask once`).toBe(!('confirm_token' in sent));
    return envelope;
  }, args);
  expect(done.control).toBeUndefined();
  return done;
}

/** The error of a call that has to fail. */
async function refuse(agent: Agent, name: string, args: Readonly<Record<string, unknown>>) {
  plantArguments(args);
  const answered = await agent.call(name, args);
  expect(answered.isError, `${name} should have failed: ${textOf(answered)}`).toBe(true);
  return (JSON.parse(textOf(answered)) as { error: { code: string; message: string } }).error;
}

function textOf(answered: Answered): string {
  const [first] = answered.content as readonly { readonly type: string; readonly text: string }[];
  return first?.text ?? '';
}

const allContentTools = ['spaces', 'types', 'entries'].flatMap((noun) =>
  ['get', 'list', 'manage'].map((action) => `content-${noun}-${action}`),
);

/**
 * A space, a type with six kinds of field, an entry in two languages, published, found by name and read
 * back; then everything deleted in the order that Modyo allows, with the wrong order tried first.
 */
export async function contentJourney(agent: Agent): Promise<void> {
  expect(await agent.toolNames()).toEqual(expect.arrayContaining(allContentTools));
  const mark = randomUUID().slice(0, 8);
  const spaceName = `Campaña ${mark}`;
  const space = `campana-${mark}`;
  const made = await succeed(agent, 'content-spaces-manage', {
    name: spaceName,
    uid: space,
    default_locale: 'es-cl',
    locales: ['en'],
  });
  expect(made.resource).toMatchObject({ name: spaceName, uid: space });
  await createType(agent, space);
  const uuid = await createEntry(agent, space);
  await publishAndFind(agent, space, uuid);
  await deleteInOrder(agent, { space, spaceName, uuid });
}

async function createType(agent: Agent, space: string): Promise<void> {
  const made = await succeed(agent, 'content-types-manage', {
    space,
    name: 'Oferta',
    uid: 'oferta',
    add_fields: [
      { name: 'Título', type: 'string', required: true },
      { name: 'Cuerpo', type: 'rich_text' },
      { name: 'Precio', type: 'decimal', number_min: 0 },
      { name: 'Destacada', type: 'boolean' },
      { name: 'Sección', type: 'dropdown', choices: ['Hogar', 'Viajes'] },
      { name: 'Vigencia', type: 'date' },
    ],
  });
  const fields = (made.data['type'] as { fields: { name: string; type: string }[] }).fields;
  expect(fields.map(({ type }) => type)).toEqual([
    'string',
    'rich_text',
    'decimal',
    'boolean',
    'dropdown',
    'date',
  ]);
}

async function createEntry(agent: Agent, space: string): Promise<string> {
  const spanish = {
    Título: 'Viaje al sur',
    Cuerpo: '<p>Dos noches.</p>',
    Precio: 129.9,
    Destacada: true,
    Sección: 'Viajes',
    Vigencia: '2026-12-31T12:00:00-03:00',
  };
  const made = await succeed(agent, 'content-entries-manage', {
    space,
    type: 'oferta',
    name: 'Viaje al sur',
    slug: 'viaje-al-sur',
    fields: spanish,
  });
  const uuid = made.resource?.uuid ?? '';
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
  const english = { Título: 'A trip to the south', Precio: 149.5 };
  await succeed(agent, 'content-entries-manage', {
    space,
    identifier: uuid,
    locale: 'en',
    name: 'A trip to the south',
    fields: english,
  });
  const source = await succeed(agent, 'content-entries-get', { space, identifier: uuid, locale: 'es-cl' });
  expect(fieldsOf(source)).toMatchObject({ Título: 'Viaje al sur', Precio: 129.9, Sección: 'Viajes' });
  const translation = await succeed(agent, 'content-entries-get', { space, identifier: uuid, locale: 'en' });
  expect(fieldsOf(translation)).toMatchObject(english);
  return uuid;
}

async function publishAndFind(agent: Agent, space: string, uuid: string): Promise<void> {
  for (const locale of ['es-cl', 'en']) {
    const published = await succeed(agent, 'content-entries-manage', {
      action: 'publish',
      space,
      identifier: uuid,
      locale,
    });
    expect(published.data['entry_status']).toBe('published');
  }
  const found = await succeed(agent, 'content-entries-get', { space, identifier: 'Viaje al sur' });
  expect(found.resource).toMatchObject({ uuid, name: 'Viaje al sur' });
  const listed = await succeed(agent, 'content-entries-list', {
    space,
    query: 'viaje',
    states: ['published'],
  });
  expect(listed.state).toMatchObject({ returned: 1, total: 1, complete: true });
}

interface Made {
  readonly space: string;
  readonly spaceName: string;
  readonly uuid: string;
}

async function deleteInOrder(agent: Agent, { space, spaceName, uuid }: Made): Promise<void> {
  const early = await refuse(agent, 'content-entries-manage', { action: 'delete', space, identifier: uuid });
  expect(early.code).toBe('STATE_CONFLICT');
  for (const locale of ['en', 'es-cl']) {
    for (const action of ['unpublish', 'archive', 'delete'])
      await agree(agent, 'content-entries-manage', { action, space, identifier: uuid, locale });
  }
  expect((await refuse(agent, 'content-entries-get', { space, identifier: uuid })).code).toBe('NOT_FOUND');
  await agree(agent, 'content-types-manage', { action: 'delete', space, identifier: 'oferta' });
  const misnamed = await refuse(agent, 'content-spaces-manage', {
    action: 'delete',
    identifier: space,
    confirm_name: 'Campaña',
  });
  expect(misnamed.code).toBe('INVALID_PARAMS');
  const deleted = await agree(agent, 'content-spaces-manage', {
    action: 'delete',
    identifier: space,
    confirm_name: spaceName,
  });
  // Modyo deletes a space in the background, and the answer must not say more than that.
  expect(deleted.state?.['status']).toBe('accepted');
  await vi.waitFor(
    async () =>
      expect((await refuse(agent, 'content-spaces-get', { identifier: space })).code).toBe('NOT_FOUND'),
    { timeout: 30_000, interval: 250 },
  );
}

function fieldsOf(envelope: Envelope): unknown {
  return (envelope.data['entry'] as { fields?: unknown }).fields ?? envelope.data['fields'];
}
