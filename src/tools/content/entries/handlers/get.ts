import { z } from 'zod';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { fieldDefinitions } from '../../field-definitions.ts';
import { entryParameter, localeParameter, spaceParameter, typeParameter } from '../entry-arguments.ts';
import { entryData, entryResource } from '../entry-shape.ts';
import { missingVersion, versionSteps } from '../entry-version.ts';
import { entryView } from '../entry-view.ts';

export const getAction = kit.query({
  summary: 'Get one entry in one language, with its values by field name',
  input: z.object({
    space: spaceParameter,
    identifier: entryParameter,
    type: typeParameter.optional(),
    locale: localeParameter,
  }),
  data: z.object(entryData),
  resolve: versionSteps,
  operations: ['listSpaces', 'getSpace', 'listTypes', 'getType', 'listEntries', 'getEntry'],
  notes: ['Slugs are unique in a type.'],
  async run(_input, ctx) {
    const { version } = ctx.found;
    if (version === undefined) return missingVersion(ctx);
    const definitions = await fieldDefinitions(ctx, version.content_type_id);
    return ok(entryView(version, definitions), { resource: entryResource(version) });
  },
});
