import type { Tool } from '../toolkit/tool.ts';
import { contentEntriesGet } from './content/entries/get.ts';
import { contentEntriesList } from './content/entries/list.ts';
import { contentEntriesManage } from './content/entries/manage.ts';
import { contentSpacesGet } from './content/spaces/get.ts';
import { contentSpacesList } from './content/spaces/list.ts';
import { contentSpacesManage } from './content/spaces/manage.ts';
import { contentTypesGet } from './content/types/get.ts';
import { contentTypesList } from './content/types/list.ts';
import { contentTypesManage } from './content/types/manage.ts';
import { coreGroupsManage } from './core/groups/manage.ts';
import { coreGroupsUpsert } from './core/groups/upsert.ts';
import { coreLogsSearch } from './core/logs/search.ts';
import { coreMembersManage } from './core/members/manage.ts';
import { coreRolesCreate } from './core/roles/create.ts';
import { coreRolesManage } from './core/roles/manage.ts';
import { coreSettingsManage } from './core/settings/manage.ts';
import { coreUsersBulk } from './core/users/bulk.ts';
import { coreUsersManage } from './core/users/manage.ts';
import { coreUsersUpsert } from './core/users/upsert.ts';
import { coreWhoami } from './core/whoami.ts';
import type { ModyoToolContext } from './kit.ts';

/** Every tool of the product, in the order of the listing. */
export const toolCatalogue: readonly Tool<ModyoToolContext>[] = [
  contentSpacesList,
  contentSpacesGet,
  contentSpacesManage,
  contentTypesList,
  contentTypesGet,
  contentTypesManage,
  contentEntriesList,
  contentEntriesGet,
  contentEntriesManage,
  coreUsersManage,
  coreUsersUpsert,
  coreUsersBulk,
  coreGroupsManage,
  coreGroupsUpsert,
  coreMembersManage,
  coreRolesManage,
  coreRolesCreate,
  coreSettingsManage,
  coreLogsSearch,
  coreWhoami,
];
