import type { CategoryNode } from '../../../modyo/content/categories.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../attribute-losses.ts';
import { categoryNames } from './category-arguments.ts';
import { parentIdOf } from './category-shape.ts';

/** In Modyo's names; `undefined` is not changed. */
export interface CategoryAttributes {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly parent_id?: number | null | undefined;
}

const attributeNames = ['name', 'slug', 'parent_id'] as const;

/** What was stored in another way than it was sent, or moved without having been sent. */
export function categoryLosses(
  asked: CategoryAttributes,
  before: CategoryNode | undefined,
  stored: CategoryNode,
): readonly Warning[] {
  const sent = { name: asked.name, slug: asked.slug, parent_id: asked.parent_id };
  return [
    ...attributeLosses(sent, comparable(stored)),
    ...(before === undefined
      ? []
      : otherLosses(attributeNames, sent, comparable(before), comparable(stored))),
  ].map((warning) => ({ ...warning, path: categoryNames(warning.path) ?? warning.path }));
}

function comparable(category: CategoryNode) {
  return { name: category.name, slug: category.slug, parent_id: parentIdOf(category) };
}
