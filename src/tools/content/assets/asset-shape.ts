import { z } from 'zod';
import type { Asset } from '../../../modyo/content/assets.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef } from '../../../toolkit/result.ts';
import { versionMark } from '../../plan-wording.ts';

/** A media file as it is echoed: what we rely on, and whatever else Modyo says of it. */
export const asset = foreign({
  id: z.number(),
  uuid: z.string().optional(),
  name: z.string().optional(),
  title: z.string().optional(),
  alt_text: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  url: z.string().optional(),
  data_content_type: z.string().optional(),
  data_file_size: z.number().optional(),
  updated_at: z.string().optional(),
});

export function assetResource({ id, name, title, uuid }: Asset): ResourceRef {
  return { type: 'asset', id, name: title ?? name, uid: name, uuid };
}

/** Moves when anything does that a person was shown. */
export function assetVersion(stored: Asset): string {
  return versionMark(
    stored.id,
    stored.updated_at,
    stored.name,
    stored.data_content_type,
    stored.data_file_size,
  );
}
