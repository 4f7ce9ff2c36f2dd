// Generated from openapi/modyo-admin.yaml by `npm run generate`. Do not edit.

/** Where the knowledge of an operation comes from, from certain to guessed. */
type Evidence = 'swagger-2023' | 'docs' | 'client' | 'inferred-high' | 'inferred-medium' | 'inferred-low';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/admin`; `{name}` stands for one segment. */
  readonly path: string;
  /** Names of the query as they are sent, brackets included, separated by spaces. */
  readonly query?: string;
  /** Top-level keys of the body, separated by spaces. */
  readonly body?: string;
  /** Names of the parts, brackets included, of a body that is sent as a form. */
  readonly form?: string;
  readonly evidence: Evidence;
}

/** Every operation that can be sent, by its id in the contract. */
export const operations = {
  getAccount: { method: 'GET', path: '/account', evidence: 'docs' },
  updateAccount: {
    method: 'PUT',
    path: '/account',
    body: 'name host lang time_zone default_site_id default_site_permanent_redirect logo_id favicon_id google_key robots_enabled sitemap_enabled cors_enabled cors_allow_all cors_allowed_origins delivery_token_expiration min_length_value require_lowercase_enabled require_uppercase_enabled require_symbols_enabled expire_after otp_required inactive_period_enabled user_inactivity_period reactivation_mail_enabled',
    evidence: 'swagger-2023',
  },
  getProfile: { method: 'GET', path: '/profile', evidence: 'docs' },
  getBackgroundJob: { method: 'GET', path: '/background_jobs/{uuid}', evidence: 'docs' },
  listAdminUsers: {
    method: 'GET',
    path: '/admin_users',
    query: 'query active only[] sort_by order page per_page',
    evidence: 'inferred-high',
  },
  createAdminUser: {
    method: 'POST',
    path: '/admin_users',
    body: 'email username first_name last_name password lang time_zone application_access',
    evidence: 'inferred-high',
  },
  bulkAdminUsers: {
    method: 'PATCH',
    path: '/admin_users/bulk',
    query: 'act',
    body: 'id',
    evidence: 'inferred-high',
  },
  getAdminUser: { method: 'GET', path: '/admin_users/{user_id}', evidence: 'inferred-high' },
  updateAdminUser: {
    method: 'PUT',
    path: '/admin_users/{user_id}',
    body: 'email username first_name last_name password lang time_zone application_access',
    evidence: 'inferred-high',
  },
  activateAdminUser: { method: 'PUT', path: '/admin_users/{user_id}/activate', evidence: 'inferred-high' },
  deactivateAdminUser: {
    method: 'PUT',
    path: '/admin_users/{user_id}/deactivate',
    evidence: 'inferred-high',
  },
  listAdminUserSessions: {
    method: 'GET',
    path: '/admin_users/{user_id}/sessions',
    evidence: 'inferred-high',
  },
  revokeAdminUserSession: {
    method: 'DELETE',
    path: '/admin_users/{user_id}/revoke_session',
    query: 'grant_uuid',
    evidence: 'inferred-high',
  },
  listGroups: {
    method: 'GET',
    path: '/groups',
    query: 'query only[] sort_by order page per_page',
    evidence: 'docs',
  },
  createGroup: {
    method: 'POST',
    path: '/groups',
    body: 'name role_id admin_user_ids application_access',
    evidence: 'inferred-high',
  },
  getGroup: { method: 'GET', path: '/groups/{group_id}', evidence: 'inferred-high' },
  updateGroup: {
    method: 'PUT',
    path: '/groups/{group_id}',
    body: 'name role_id admin_user_ids application_access',
    evidence: 'inferred-high',
  },
  deleteGroup: { method: 'DELETE', path: '/groups/{group_id}', evidence: 'inferred-high' },
  listRoles: {
    method: 'GET',
    path: '/roles',
    query: 'query sort_by order page per_page',
    evidence: 'swagger-2023',
  },
  createRole: { method: 'POST', path: '/roles', body: 'name context permissions', evidence: 'inferred-high' },
  getRole: { method: 'GET', path: '/roles/{role_id}', evidence: 'inferred-high' },
  updateRole: {
    method: 'PUT',
    path: '/roles/{role_id}',
    body: 'name context permissions',
    evidence: 'inferred-high',
  },
  deleteRole: { method: 'DELETE', path: '/roles/{role_id}', evidence: 'inferred-high' },
  listTeamMembers: {
    method: 'GET',
    path: '/team_members/{context}/{context_id}',
    query: 'sort_by order page per_page',
    evidence: 'inferred-low',
  },
  addTeamMember: {
    method: 'POST',
    path: '/team_members/{context}/{context_id}',
    body: 'member_type member_id role_key target_ids',
    evidence: 'inferred-low',
  },
  updateTeamMember: {
    method: 'PUT',
    path: '/team_members/{context}/{context_id}/{membership_id}',
    body: 'role_key target_ids',
    evidence: 'inferred-low',
  },
  removeTeamMember: {
    method: 'DELETE',
    path: '/team_members/{context}/{context_id}/{membership_id}',
    evidence: 'inferred-low',
  },
  listLogs: {
    method: 'GET',
    path: '/logs',
    query:
      'types not_in_type from_date to_date realm_id site_id space_id user_uuid loggeable_type loggeable_id application query admin_actions sort_by order page per_page',
    evidence: 'swagger-2023',
  },
  listLogTypes: { method: 'GET', path: '/logs/types', evidence: 'swagger-2023' },
  getDocs: { method: 'GET', path: '/docs', evidence: 'inferred-medium' },
  getDocsJson: { method: 'GET', path: '/docs.json', evidence: 'inferred-low' },
  getDocsSwagger: { method: 'GET', path: '/docs/swagger.json', evidence: 'inferred-low' },
  getSwagger: { method: 'GET', path: '/swagger.json', evidence: 'inferred-low' },
  getSwaggerDoc: { method: 'GET', path: '/swagger_doc.json', evidence: 'inferred-low' },
  getApiDocs: { method: 'GET', path: '/api-docs.json', evidence: 'inferred-low' },
  listSpaces: {
    method: 'GET',
    path: '/content/spaces',
    query: 'query sort_by order page per_page only[]',
    evidence: 'swagger-2023',
  },
  createSpace: {
    method: 'POST',
    path: '/content/spaces',
    body: 'name uid description default_locale realm_id locales team_review approvals_quantity locked_review enforced_review enforce_all_review cors_enabled cors_allow_all cors_allowed_origins cache_enabled cache_max_age show_author',
    evidence: 'swagger-2023',
  },
  listSpaceLocales: { method: 'GET', path: '/content/spaces/locale_list', evidence: 'swagger-2023' },
  getSpace: { method: 'GET', path: '/content/spaces/{space_id}', evidence: 'swagger-2023' },
  updateSpace: {
    method: 'PUT',
    path: '/content/spaces/{space_id}',
    body: 'name uid description realm_id locales team_review approvals_quantity locked_review enforced_review enforce_all_review cors_enabled cors_allow_all cors_allowed_origins cache_enabled cache_max_age show_author',
    evidence: 'swagger-2023',
  },
  deleteSpace: {
    method: 'DELETE',
    path: '/content/spaces/{space_id}',
    query: 'validation',
    evidence: 'swagger-2023',
  },
  listTypes: {
    method: 'GET',
    path: '/content/spaces/{space_id}/types',
    query: 'query ids[] only[] sort_by order page per_page',
    evidence: 'swagger-2023',
  },
  createType: {
    method: 'POST',
    path: '/content/spaces/{space_id}/types',
    body: 'name uid single description',
    evidence: 'swagger-2023',
  },
  getType: { method: 'GET', path: '/content/spaces/{space_id}/types/{type_id}', evidence: 'swagger-2023' },
  updateType: {
    method: 'PUT',
    path: '/content/spaces/{space_id}/types/{type_id}',
    body: 'name uid single description fields',
    evidence: 'swagger-2023',
  },
  deleteType: {
    method: 'DELETE',
    path: '/content/spaces/{space_id}/types/{type_id}',
    evidence: 'swagger-2023',
  },
  reindexType: {
    method: 'POST',
    path: '/content/spaces/{space_id}/types/{type_id}/reindex',
    evidence: 'swagger-2023',
  },
  cancelTypeReindex: {
    method: 'POST',
    path: '/content/spaces/{space_id}/types/{type_id}/cancel_reindex',
    evidence: 'swagger-2023',
  },
  listEntries: {
    method: 'GET',
    path: '/content/spaces/{space_id}/entries',
    query:
      'query ids[] byIds translation workflow_state category_id target_locale tags[] states[] type_id user_id sort_by order page per_page',
    evidence: 'swagger-2023',
  },
  createEntry: {
    method: 'POST',
    path: '/content/spaces/{space_id}/entries',
    body: 'content_type_id uuid locale name slug category_id private archived tags targets field_values',
    evidence: 'swagger-2023',
  },
  bulkEntries: {
    method: 'POST',
    path: '/content/spaces/{space_id}/entries/bulk',
    query: 'bulk_action',
    body: 'uuids entries target_locale',
    evidence: 'docs',
  },
  getEntry: {
    method: 'GET',
    path: '/content/spaces/{space_id}/entries/{entry_id}',
    query: 'only[] copy_from_locale target_locale',
    evidence: 'swagger-2023',
  },
  updateEntry: {
    method: 'PUT',
    path: '/content/spaces/{space_id}/entries/{entry_id}',
    body: 'content_type_id uuid locale name slug category_id private archived tags targets field_values',
    evidence: 'swagger-2023',
  },
  deleteEntry: {
    method: 'DELETE',
    path: '/content/spaces/{space_id}/entries/{entry_id}',
    query: 'target_locale',
    evidence: 'swagger-2023',
  },
  publishEntry: {
    method: 'POST',
    path: '/content/spaces/{space_id}/entries/{entry_id}/publish',
    body: 'published_immediately published_at unpublished_at unpublish_scheduled force_publish',
    evidence: 'swagger-2023',
  },
  unpublishEntry: {
    method: 'POST',
    path: '/content/spaces/{space_id}/entries/{entry_id}/unpublish',
    evidence: 'swagger-2023',
  },
  copyEntry: {
    method: 'POST',
    path: '/content/spaces/{space_id}/entries/{entry_id}/copy',
    body: 'uuid',
    evidence: 'swagger-2023',
  },
  listEntryLocales: {
    method: 'GET',
    path: '/content/spaces/{space_id}/entries/{entry_uuid}/available_locales',
    evidence: 'swagger-2023',
  },
  listVersions: { method: 'GET', path: '/versions', query: 'oid type only', evidence: 'swagger-2023' },
  diffVersions: { method: 'GET', path: '/versions/diff', query: 'oid type', evidence: 'swagger-2023' },
  getElementWorkflow: {
    method: 'GET',
    path: '/workflows/by_elements',
    query: 'element_id element_type',
    evidence: 'swagger-2023',
  },
  getWorkflow: { method: 'GET', path: '/workflows/{id}', evidence: 'swagger-2023' },
  listWorkflowReviewers: { method: 'GET', path: '/workflows/{id}/reviewers', evidence: 'swagger-2023' },
  listCategories: {
    method: 'GET',
    path: '/content/spaces/{space_id}/categories',
    query: 'sort_by order page per_page',
    evidence: 'swagger-2023',
  },
  createCategory: {
    method: 'POST',
    path: '/content/spaces/{space_id}/categories',
    body: 'name slug parent_id',
    evidence: 'swagger-2023',
  },
  getCategory: {
    method: 'GET',
    path: '/content/spaces/{space_id}/categories/{id}',
    evidence: 'swagger-2023',
  },
  updateCategory: {
    method: 'PUT',
    path: '/content/spaces/{space_id}/categories/{id}',
    body: 'name slug parent_id',
    evidence: 'swagger-2023',
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/content/spaces/{space_id}/categories/{id}',
    evidence: 'swagger-2023',
  },
  listAssets: {
    method: 'GET',
    path: '/content/assets',
    query: 'query extensions[] tags[] sort_by order page per_page',
    evidence: 'swagger-2023',
  },
  createAsset: { method: 'POST', path: '/content/assets', form: 'klass data', evidence: 'swagger-2023' },
  bulkAssets: {
    method: 'PATCH',
    path: '/content/assets/bulk',
    query: 'act',
    body: 'id tags',
    evidence: 'swagger-2023',
  },
  listAssetExtensions: {
    method: 'GET',
    path: '/content/assets/current_extensions',
    evidence: 'swagger-2023',
  },
  getAssetSpace: { method: 'GET', path: '/content/assets/remaining_space', evidence: 'swagger-2023' },
  getAsset: { method: 'GET', path: '/content/assets/{asset_id}', evidence: 'swagger-2023' },
  updateAsset: {
    method: 'PUT',
    path: '/content/assets/{asset_id}',
    form: 'title alt_text description tags[]',
    evidence: 'swagger-2023',
  },
  deleteAsset: { method: 'DELETE', path: '/content/assets/{asset_id}', evidence: 'swagger-2023' },
  changeAsset: {
    method: 'PUT',
    path: '/content/assets/{asset_id}/change_asset',
    form: 'data title alt_text description',
    evidence: 'swagger-2023',
  },
  listSites: {
    method: 'GET',
    path: '/sites',
    query: 'query status sort_by order page per_page',
    evidence: 'swagger-2023',
  },
  getSite: { method: 'GET', path: '/sites/{site_id}', evidence: 'swagger-2023' },
  listRealms: {
    method: 'GET',
    path: '/customers/realms',
    query: 'query sort_by order page per_page',
    evidence: 'swagger-2023',
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof operations;
