import { z } from 'zod';
import { answerOf, element, optional } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const stage = element({
  id: z.number(),
  name: z.string(),
  host: optional(z.string()),
  uuid: optional(z.string()),
});

/** One stage of a site, or what the site itself has of one. */
export type Stage = z.output<typeof stage>;

const site = element({ ...stage.shape, stages: optional(z.array(stage)) });

/** A stage is a site too, with an id and a host of its own. */
export type Site = z.output<typeof site>;

const sitePage = pageOf('sites', site);

/** Every state that a site can be in; a list has the sites of one. */
export const siteStates = ['enabled', 'disabled', 'draft'] as const;

export interface SiteListRequest extends PageRequest {
  readonly query?: string | undefined;
  /** Left out, only the enabled ones are listed. */
  readonly status?: (typeof siteStates)[number] | undefined;
}

export function listSites(modyo: ModyoClient, request: SiteListRequest): Promise<Page<Site>> {
  return answerOf(modyo, 'listSites', sitePage, { query: { ...request } });
}

export function getSite(modyo: ModyoClient, siteId: number): Promise<Site> {
  return answerOf(modyo, 'getSite', site, { path: { site_id: siteId } });
}
