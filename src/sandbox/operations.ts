import {
  bulkAssets,
  changeAsset,
  createAsset,
  deleteAsset,
  getAsset,
  getAssetSpace,
  listAssetExtensions,
  listAssets,
  updateAsset,
} from './assets.ts';
import type { Operation } from './call.ts';
import { createCategory, deleteCategory, getCategory, listCategories, updateCategory } from './categories.ts';
import {
  cancelReindex,
  createType,
  deleteType,
  getType,
  listTypes,
  reindexType,
  updateType,
} from './content-types.ts';
import { getProfile } from './core.ts';
import { listRoles } from './core-roles.ts';
import { getAccount } from './core-settings.ts';
import { coreTeamOperations } from './core-team-operations.ts';
import {
  activateAdminUser,
  bulkAdminUsers,
  createAdminUser,
  deactivateAdminUser,
  getAdminUser,
  listAdminUserSessions,
  listAdminUsers,
  revokeAdminUserSession,
  updateAdminUser,
} from './core-users.ts';
import { getDocs } from './docs.ts';
import { getEntry, listEntries, listEntryLocales } from './entries.ts';
import { bulkEntries } from './entry-bulk.ts';
import { publishEntry, unpublishEntry } from './entry-publication.ts';
import { copyEntry, createEntry, deleteEntry, updateEntry } from './entry-writes.ts';
import { getJob } from './jobs.ts';
import type { OperationName } from './routes.ts';
import { createSpace, deleteSpace, getSpace, listLocales, listSpaces, updateSpace } from './spaces.ts';
import { diffVersions, listVersions } from './versions.ts';
import {
  approve,
  getElementWorkflow,
  getWorkflow,
  listReviewers,
  reject,
  sendToReview,
} from './workflows.ts';

/** What each route of the table does. */
export const operations: Readonly<Record<OperationName, Operation>> = {
  'account.get': getAccount,
  'docs.get': getDocs,
  'profile.get': getProfile,
  'roles.list': listRoles,
  ...coreTeamOperations,
  'adminUsers.list': listAdminUsers,
  'adminUsers.create': createAdminUser,
  'adminUsers.bulk': bulkAdminUsers,
  'adminUsers.get': getAdminUser,
  'adminUsers.update': updateAdminUser,
  'adminUsers.activate': activateAdminUser,
  'adminUsers.deactivate': deactivateAdminUser,
  'adminUsers.sessions': listAdminUserSessions,
  'adminUsers.revokeSession': revokeAdminUserSession,
  'jobs.get': getJob,
  'spaces.list': listSpaces,
  'spaces.create': createSpace,
  'spaces.locales': listLocales,
  'spaces.get': getSpace,
  'spaces.update': updateSpace,
  'spaces.delete': deleteSpace,
  'types.list': listTypes,
  'types.create': createType,
  'types.get': getType,
  'types.update': updateType,
  'types.delete': deleteType,
  'types.reindex': reindexType,
  'types.cancelReindex': cancelReindex,
  'categories.list': listCategories,
  'categories.create': createCategory,
  'categories.get': getCategory,
  'categories.update': updateCategory,
  'categories.delete': deleteCategory,
  'entries.list': listEntries,
  'entries.create': createEntry,
  'entries.bulk': bulkEntries,
  'entries.get': getEntry,
  'entries.update': updateEntry,
  'entries.delete': deleteEntry,
  'entries.publish': publishEntry,
  'entries.unpublish': unpublishEntry,
  'entries.copy': copyEntry,
  'entries.locales': listEntryLocales,
  'assets.list': listAssets,
  'assets.create': createAsset,
  'assets.bulk': bulkAssets,
  'assets.extensions': listAssetExtensions,
  'assets.space': getAssetSpace,
  'assets.get': getAsset,
  'assets.update': updateAsset,
  'assets.delete': deleteAsset,
  'assets.change': changeAsset,
  'versions.list': listVersions,
  'versions.diff': diffVersions,
  'workflows.byElements': getElementWorkflow,
  'workflows.get': getWorkflow,
  'workflows.reviewers': listReviewers,
  'workflows.sendToReview': sendToReview,
  'workflows.approve': approve,
  'workflows.reject': reject,
};
