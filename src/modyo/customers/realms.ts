import { z } from 'zod';
import { answerOf, element } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const realm = element({ id: z.number(), name: z.string(), slug: z.string() });

/** The end users of one audience, with what belongs to them. */
export type Realm = z.output<typeof realm>;

const realmPage = pageOf('realms', realm);

export interface RealmListRequest extends PageRequest {
  readonly query?: string | undefined;
}

export function listRealms(modyo: ModyoClient, request: RealmListRequest): Promise<Page<Realm>> {
  return answerOf(modyo, 'listRealms', realmPage, { query: { ...request } });
}
