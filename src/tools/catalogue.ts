import type { Tool } from '../toolkit/tool.ts';
import { contentAssetsBulk } from './content/assets/bulk.ts';
import { contentAssetsGet } from './content/assets/get.ts';
import { contentAssetsList } from './content/assets/list.ts';
import { contentAssetsManage } from './content/assets/manage.ts';
import { contentCategoriesGet } from './content/categories/get.ts';
import { contentCategoriesList } from './content/categories/list.ts';
import { contentCategoriesManage } from './content/categories/manage.ts';
import { contentEntriesBulk } from './content/entries/bulk.ts';
import { contentEntriesGet } from './content/entries/get.ts';
import { contentEntriesList } from './content/entries/list.ts';
import { contentEntriesManage } from './content/entries/manage.ts';
import { contentEntriesUpsert } from './content/entries/upsert.ts';
import { contentJobsManage } from './content/jobs/manage.ts';
import { contentSpacesCopy } from './content/spaces/copy.ts';
import { contentSpacesGet } from './content/spaces/get.ts';
import { contentSpacesList } from './content/spaces/list.ts';
import { contentSpacesManage } from './content/spaces/manage.ts';
import { contentTypesCopy } from './content/types/copy.ts';
import { contentTypesGet } from './content/types/get.ts';
import { contentTypesList } from './content/types/list.ts';
import { contentTypesManage } from './content/types/manage.ts';
import { contentTypesUpsert } from './content/types/upsert.ts';
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
  contentSpacesCopy,
  contentTypesList,
  contentTypesGet,
  contentTypesManage,
  contentTypesUpsert,
  contentTypesCopy,
  contentEntriesList,
  contentEntriesGet,
  contentEntriesManage,
  contentEntriesUpsert,
  contentEntriesBulk,
  contentAssetsList,
  contentAssetsGet,
  contentAssetsManage,
  contentAssetsBulk,
  contentCategoriesList,
  contentCategoriesGet,
  contentCategoriesManage,
  contentJobsManage,
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
