import type { Json } from '../../errors/app-error.ts';
import { optionLabels } from '../field-choices.ts';
import type { AccountData, FieldRecord, FieldType } from '../records.ts';
import { toTimestamp } from '../timestamp.ts';
import type { Random } from './random.ts';
import { type SeedLocale, sentence } from './vocabulary.ts';

const dayMs = 86_400_000;

export interface ValueSeed {
  readonly data: AccountData;
  readonly random: Random;
  readonly locale: SeedLocale;
  readonly field: FieldRecord;
  /** Differs for every version of every entry. */
  readonly number: number;
  readonly name: string;
  readonly assetUuids: readonly string[];
  /** uuids of the entries that the field may link to. */
  readonly linkable: readonly string[];
}

type ValueMaker = (seed: ValueSeed) => Json | undefined;

function labelsOf(field: FieldRecord): readonly string[] {
  return optionLabels(field.validations.values);
}

function some<Item>(items: readonly Item[], random: Random, max: number): readonly Item[] {
  return items.filter(() => random.below(2) === 0).slice(0, max);
}

function labels({ field, random }: ValueSeed): Json {
  return some(labelsOf(field), random, Number.POSITIVE_INFINITY);
}

function label({ field, random }: ValueSeed): Json | undefined {
  const options = labelsOf(field);
  return options[random.below(options.length)];
}

function numberIn({ field, random }: ValueSeed): number {
  const min = field.validations.number_range?.min_number ?? 0;
  const max = field.validations.number_range?.max_number ?? 1_000;
  return min + random.below(max - min);
}

function assetUuid({ assetUuids, random }: ValueSeed): string | undefined {
  return assetUuids[random.below(assetUuids.length)];
}

function location({ random }: ValueSeed): Json {
  return {
    location_street: `Calle ${random.below(90) + 1} Norte ${random.below(900) + 100}`,
    location: { lat: -33 - random.below(1_000) / 1_000, lon: -70 - random.below(1_000) / 1_000 },
    country: 'Chile',
    administrative_area_level_1: 'Región Central',
    administrative_area_level_2: null,
    administrative_area_level_3: null,
    administrative_area_level_4: null,
    administrative_area_level_5: null,
  };
}

function codeOrName({ field, name, number }: ValueSeed): string {
  return field.validations.unique === true ? `SKU-${String(number).padStart(5, '0')}` : name;
}

function link({ linkable, random }: ValueSeed): string | undefined {
  return linkable[random.below(Math.max(linkable.length, 1))];
}

const makers: Readonly<Record<FieldType, ValueMaker>> = {
  string: codeOrName,
  text: ({ data, locale, random }) => `${sentence(locale, random)} ${data.account.canary}`,
  rich_text: ({ data, locale, random }) =>
    `<p>${sentence(locale, random)}</p><p>${sentence(locale, random)} <em>${data.account.canary}</em></p>`,
  dropdown: label,
  radio: label,
  checkbox: labels,
  multiple: labels,
  boolean: ({ random }) => random.below(3) > 0,
  integer: numberIn,
  decimal: (seed) => numberIn(seed) + seed.random.below(100) / 100,
  date: ({ data, random }) =>
    toTimestamp(data.createdAtMs + random.below(250) * dayMs, data.account.utcOffsetMinutes),
  locations: (seed) => [location(seed)],
  asset: assetUuid,
  assets: (seed) => [...new Set([assetUuid(seed) ?? '', assetUuid(seed) ?? ''])],
  content_type: link,
  content_types: (seed) =>
    [...new Set([link(seed), link(seed), link(seed)])].filter((uuid) => uuid !== undefined),
};

/** A value that the field's own rules accept, or undefined for none: an optional field is sometimes empty. */
export function makeValue(seed: ValueSeed): Json | undefined {
  const isEmpty = seed.field.validations.required !== true && seed.random.below(9) === 0;
  const value = isEmpty ? undefined : makers[seed.field.type](seed);
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
