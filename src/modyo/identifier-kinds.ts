import { sites } from './channels/identifier-kinds.ts';
import { assets, categoriesIn, entriesIn, spaces, typesIn } from './content/identifier-kinds.ts';
import { groups, rolesIn, users } from './core/identifier-kinds.ts';
import type { RoleContext } from './core/roles.ts';
import { realms } from './customers/identifier-kinds.ts';
import type { IdentifierKind } from './identifier-kind.ts';

/** What is looked up, and where. */
export type IdentifierScope =
  /** Kinds of the account, which lie in no space. */
  | { readonly kind: 'space' | 'asset' | 'user' | 'group' | 'site' | 'realm' }
  | {
      readonly kind: 'role';
      /** Only roles of this context. */
      readonly context?: RoleContext | undefined;
    }
  | { readonly kind: 'type'; readonly spaceId: number }
  | { readonly kind: 'category'; readonly spaceId: number }
  | {
      readonly kind: 'entry';
      readonly spaceId: number;
      /** Only entries of this type. */
      readonly typeId?: number | undefined;
      /** Entries as they are in this locale. */
      readonly locale?: string | undefined;
    };

/** An identifier as a caller wrote it, and where it is looked up. */
export type IdentifierQuery = IdentifierScope & { readonly identifier: string | number };

/** How elements of a scope are found. */
export function identifierKind(scope: IdentifierScope): IdentifierKind {
  switch (scope.kind) {
    case 'space':
      return spaces;
    case 'asset':
      return assets;
    case 'user':
      return users;
    case 'group':
      return groups;
    case 'role':
      return rolesIn(scope.context);
    case 'site':
      return sites;
    case 'realm':
      return realms;
    case 'type':
      return typesIn(scope.spaceId);
    case 'category':
      return categoriesIn(scope.spaceId);
    case 'entry':
      return entriesIn(scope.spaceId, { type_id: scope.typeId, target_locale: scope.locale });
  }
}
