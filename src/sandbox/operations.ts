import { notFound } from './answer.ts';
import type { Operation } from './call.ts';
import { getJob } from './jobs.ts';
import type { OperationName } from './routes.ts';
import { createSpace, deleteSpace, getSpace, listLocales, listSpaces, updateSpace } from './spaces.ts';

const soon: Operation = () => notFound;

/** What each route of the table does. */
export const operations: Readonly<Record<OperationName, Operation>> = {
  'account.get': soon,
  'profile.get': soon,
  'roles.list': soon,
  'tags.list': soon,
  'jobs.get': getJob,
  'assets.list': soon,
  'assets.get': soon,
  'spaces.list': listSpaces,
  'spaces.create': createSpace,
  'spaces.locales': listLocales,
  'spaces.get': getSpace,
  'spaces.update': updateSpace,
  'spaces.delete': deleteSpace,
  'types.list': soon,
  'types.create': soon,
  'types.get': soon,
  'types.update': soon,
  'types.delete': soon,
  'types.reindex': soon,
  'types.cancelReindex': soon,
  'categories.list': soon,
  'categories.create': soon,
  'categories.get': soon,
  'categories.update': soon,
  'categories.delete': soon,
  'entries.list': soon,
  'entries.create': soon,
  'entries.bulk': soon,
  'entries.get': soon,
  'entries.update': soon,
  'entries.delete': soon,
  'entries.publish': soon,
  'entries.unpublish': soon,
  'entries.copy': soon,
  'entries.locales': soon,
};
