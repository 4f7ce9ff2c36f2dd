import { type Answer, notFound } from './answer.ts';
import { idOf, type SandboxCall } from './call.ts';
import { collection, detail, matchesQuery, type Sorting } from './collection.ts';
import type { RealmRecord, SiteRecord } from './core-records.ts';
import type { JsonObject } from './json-object.ts';
import type { AccountData } from './records.ts';
import { toTimestamp } from './timestamp.ts';

const siteSorting: Sorting<SiteRecord> = {
  by: 'id',
  order: 'asc',
  keys: { id: ({ id }) => id, name: ({ name }) => name, host: ({ host }) => host },
};

const realmSorting: Sorting<RealmRecord> = {
  by: 'id',
  order: 'asc',
  keys: { id: ({ id }) => id, name: ({ name }) => name },
};

/** In the detail the status is a number. */
const statusNumbers = { disabled: 0, draft: 2, enabled: 3 } as const;

function stageView({ id, uuid, name, host }: SiteRecord): JsonObject {
  return { id, uuid, name, host };
}

function siteView(site: SiteRecord, { account, core, createdAtMs }: AccountData): JsonObject {
  const stages = [...core.sites.values()].filter(({ stageOf }) => stageOf === site.id);
  const createdAt = toTimestamp(createdAtMs, account.utcOffsetMinutes);
  return {
    ...stageView(site),
    status: site.status,
    language: 'es',
    time_zone: account.timeZone,
    created_at: createdAt,
    updated_at: createdAt,
    stages: stages.length === 0 ? [] : [site, ...stages].map(stageView),
  };
}

/** Stages stand inside their site; without a status only the enabled sites are listed. */
export function listSites({ data, query }: SandboxCall): Answer {
  const words = query.get('query');
  const status = query.get('status') || 'enabled';
  return collection({
    name: 'sites',
    items: [...data.core.sites.values()].filter(
      (site) =>
        site.stageOf === undefined && site.status === status && matchesQuery(words, site.name, site.host),
    ),
    query,
    sorting: siteSorting,
    view: (site) => siteView(site, data),
  });
}

export function getSite({ data, params, query }: SandboxCall): Answer {
  const site = data.core.sites.get(idOf(params['site_id']));
  if (site === undefined) return notFound;
  return detail({ ...siteView(site, data), status: statusNumbers[site.status] }, query);
}

export function listRealms({ data, query }: SandboxCall): Answer {
  const words = query.get('query');
  return collection({
    name: 'realms',
    items: [...data.core.realms.values()].filter(({ name, slug }) => matchesQuery(words, name, slug)),
    query,
    sorting: realmSorting,
    view: ({ id, name, slug }) => ({ id, name, slug, user_count: 0 }),
  });
}
