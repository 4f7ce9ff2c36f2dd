import { z } from 'zod';
import { answerOf, anyJson, element, optional } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';

/** What a version is: the one that is edited, the one that is published, one to come, or an older one. */
export const versionKinds = ['editable', 'current', 'scheduled', 'backup'] as const;

export type VersionKind = (typeof versionKinds)[number];

const versionList = z.object({
  versions: z.array(
    element({
      id: z.number(),
      title: optional(z.string()),
      type: optional(z.string()),
      created_at: optional(z.string()),
      updated_at: optional(z.string()),
    }),
  ),
});

export type VersionRow = z.output<typeof versionList>['versions'][number];

export interface VersionedElement {
  /** Of the entry, which all its languages have in common. */
  readonly uuid: string;
  /** The name of the class: `Content::Entry`. */
  readonly type: string;
}

/** The versions of one kind. Of an entry in several languages, those of all of them may be among them. */
export async function listVersions(
  modyo: ModyoClient,
  { uuid, type }: VersionedElement,
  kind: VersionKind,
): Promise<readonly VersionRow[]> {
  const query = { oid: uuid, type, only: kind };
  const { versions } = await answerOf(modyo, 'listVersions', versionList, { query });
  // A row that says that it is of another kind shows that the filter was not understood.
  const others: readonly string[] = versionKinds.filter((other) => other !== kind);
  return versions.filter((row) => row.type === undefined || !others.includes(row.type));
}

/** The differences as Modyo tells them, in a form that is not documented. */
export function diffVersions(modyo: ModyoClient, { uuid, type }: VersionedElement) {
  return answerOf(modyo, 'diffVersions', anyJson, { query: { oid: uuid, type } });
}
