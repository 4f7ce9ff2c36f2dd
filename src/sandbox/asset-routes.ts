const assets = '/content/assets';
const asset = `${assets}/{asset_id}`;
const unknownAnswer = 'No response model in the catalogue; the form of the answer is inferred-low.';

/** Media files, account-wide as in the catalogue. */
export const assetRoutes = [
  { operation: 'assets.list', method: 'GET', path: assets, permission: 'read', evidence: 'swagger-2023' },
  {
    operation: 'assets.create',
    method: 'POST',
    path: assets,
    permission: 'write',
    evidence: 'swagger-2023',
    note: 'Parts that the catalogue does not have, such as a title, are not looked at.',
  },
  {
    operation: 'assets.bulk',
    method: 'PATCH',
    path: `${assets}/bulk`,
    permission: 'write',
    wrapper: 'bulk_params',
    evidence: 'swagger-2023',
    note: 'That the tags take the place of the old ones, in the background, is inferred-medium.',
  },
  {
    operation: 'assets.extensions',
    method: 'GET',
    path: `${assets}/current_extensions`,
    permission: 'read',
    evidence: 'swagger-2023',
    note: unknownAnswer,
  },
  {
    operation: 'assets.space',
    method: 'GET',
    path: `${assets}/remaining_space`,
    permission: 'read',
    evidence: 'swagger-2023',
    note: unknownAnswer,
  },
  { operation: 'assets.get', method: 'GET', path: asset, permission: 'read', evidence: 'swagger-2023' },
  { operation: 'assets.update', method: 'PUT', path: asset, permission: 'write', evidence: 'swagger-2023' },
  {
    operation: 'assets.delete',
    method: 'DELETE',
    path: asset,
    permission: 'write',
    evidence: 'swagger-2023',
  },
  {
    operation: 'assets.change',
    method: 'PUT',
    path: `${asset}/change_asset`,
    permission: 'write',
    evidence: 'swagger-2023',
    note: 'That the file name stays with the address, and the new type has to fit it, is inferred-medium.',
  },
] as const;
