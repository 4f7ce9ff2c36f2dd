import type { ContentService, ToolAnswer } from './content-service.ts';

/** The life of entries of the type `post` in one space. */
export interface EntryMoves {
  manage(args: object): Promise<ToolAnswer>;
  move(action: string, identifier: number | string, rest?: object): Promise<ToolAnswer>;
  /** The id of a new draft. */
  draft(name: string): Promise<number>;
  /** Of the requests that reached Modyo since the last look, those that could change something. */
  writes(): readonly string[];
}

/** Makes a space of two languages, with types that have a title, `post` among them. */
export async function createEntrySpace(
  service: ContentService,
  name: string,
  types: readonly string[] = [],
): Promise<EntryMoves> {
  const uid = name.toLowerCase();
  await service.call('content-spaces-manage', { name, uid, default_locale: 'es-cl', locales: ['en'] });
  for (const type of ['post', ...types]) {
    const add_fields = [{ name: 'Title', type: 'string' }];
    await service.call('content-types-manage', { space: uid, name: type, uid: type, add_fields });
  }
  const manage = (args: object) => service.confirm('content-entries-manage', { space: uid, ...args });
  return {
    manage,
    move: (action, identifier, rest = {}) => manage({ action, identifier, ...rest }),
    async draft(title) {
      const { data } = await manage({ type: 'post', name: title, fields: { Title: title } });
      return data.entry.id;
    },
    writes: () => service.upstream().filter((line) => !line.startsWith('GET')),
  };
}
