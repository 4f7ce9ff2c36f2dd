import { z } from 'zod';
import { isOnCalendar } from '../moment.ts';
import { nameCharactersMax, nameText } from '../name-parameters.ts';
import { fieldTypes } from './field-definition.ts';

const hintCharactersMax = 500;
const patternCharactersMax = 500;
const choicesMax = 200;
const fieldsPerCallMax = 100;
const decimalMax = 9_999_999_999_999.99;

/** The platform keeps choices as lines of one text, trimmed, in which a leading asterisk marks a default. */
const choicePattern = /^[^*\s](.*\S)?$/;

/** Modyo's rule for a field's name, which is the key of its values everywhere. */
const fieldName = nameText.regex(
  /^[^_.][^.]*$/,
  'A field name has no dot and does not start with an underscore.',
);

const day = z
  .string()
  .max(40)
  .regex(
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/,
    'A day, or a time with its offset.',
  )
  .refine((text) => !/^\d/.test(text) || isOnCalendar(text), 'A day that exists.');

const rules = {
  hint: z
    .string()
    .max(hintCharactersMax)
    .optional()
    .describe('Help text for writers, e.g. "At most ten words"'),
  required: z.boolean().optional().describe('A value is needed to save an entry'),
  unique: z.boolean().optional().describe('No two entries share a value; type string only'),
  choices: z
    .array(
      nameText.regex(
        choicePattern,
        'One line, without spaces around it; default_choices marks one, not an asterisk.',
      ),
    )
    .min(1)
    .max(choicesMax)
    .refine((labels) => new Set(labels).size === labels.length, 'Each value once.')
    .optional()
    .describe('Allowed values of a choice field, the whole list, e.g. ["News","Tips"]'),
  default_choices: z
    .array(z.string().max(nameCharactersMax))
    .max(choicesMax)
    .optional()
    .describe('Those of choices that are preselected, e.g. ["Tips"]'),
  linked_type: nameText
    .optional()
    .describe('Uid, name or id of the type that content_type fields link to, e.g. "author"'),
  length_max: z.number().int().min(1).max(1_000_000).optional().describe('Longest text, in characters'),
  pattern: z
    .string()
    .max(patternCharactersMax)
    .optional()
    .describe('Regular expression that text must match, e.g. "^[a-z]+$"'),
  number_min: z.number().min(-decimalMax).max(decimalMax).optional().describe('Least number'),
  number_max: z.number().min(-decimalMax).max(decimalMax).optional().describe('Greatest number'),
  date_min: day.optional().describe('Earliest date, e.g. "2026-01-01"'),
  date_max: day.optional().describe('Latest date, e.g. "2026-12-31"'),
};

const newField = z.strictObject({
  name: fieldName.describe('Name of the field, e.g. "Title"'),
  type: z.enum(fieldTypes).describe('Kind of value'),
  ...rules,
});

const fieldUpdate = z.strictObject({
  field: nameText.describe('Name or id of the field, e.g. "Title"'),
  rename_to: fieldName.optional().describe('New name; needs allow_rename'),
  ...rules,
});

export type NewField = z.output<typeof newField>;
export type FieldUpdate = z.output<typeof fieldUpdate>;

export const addFields = z
  .array(newField)
  .min(1)
  .max(fieldsPerCallMax)
  .optional()
  .describe('Fields to add, e.g. [{"name":"Title","type":"string"}]');

export const wantedFields = z
  .array(newField)
  .max(fieldsPerCallMax)
  .optional()
  .describe('Fields that the type shall have, with their rules, e.g. [{"name":"Title","type":"string"}]');

export const updateFields = z
  .array(fieldUpdate)
  .min(1)
  .max(fieldsPerCallMax)
  .optional()
  .describe('Fields to change; what is not named stays, e.g. [{"field":"Title","required":true}]');

export const removeFields = z
  .array(nameText)
  .min(1)
  .max(fieldsPerCallMax)
  .optional()
  .describe('Names or ids of fields to remove; their values in every entry are lost, e.g. ["Subtitle"]');
