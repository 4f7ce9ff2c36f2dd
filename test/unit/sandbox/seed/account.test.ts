import { describe, expect, test } from 'vitest';
import { sandboxAccounts } from '../../../../src/sandbox/accounts.ts';
import { statusOf } from '../../../../src/sandbox/entry-view.ts';
import { isBlank, readValue } from '../../../../src/sandbox/field-values.ts';
import { type AccountData, fieldTypes } from '../../../../src/sandbox/records.ts';
import { seedAccount } from '../../../../src/sandbox/seed/account.ts';

const andes = seedAccount(sandboxAccounts.andes, 0);
const pampa = seedAccount(sandboxAccounts.pampa, 0);

function entriesOf(data: AccountData) {
  return [...data.spaces.values()].flatMap((space) => [...space.entries.values()]);
}

function text(data: AccountData): string {
  return JSON.stringify([...data.spaces.values()], (_key, value) =>
    value instanceof Map ? [...value] : value instanceof Set ? [] : value,
  );
}

describe('one account', () => {
  test('has three spaces in two languages, eight types and more than 400 entries', () => {
    const spaces = [...andes.spaces.values()];
    expect(spaces.map(({ locales }) => locales)).toEqual(Array.from({ length: 3 }, () => ['es-cl', 'en']));
    expect(spaces.reduce((sum, { types }) => sum + types.size, 0)).toBe(8);
    expect(spaces.reduce((sum, { entriesByUuid }) => sum + entriesByUuid.size, 0)).toBeGreaterThanOrEqual(
      400,
    );
  });

  test('uses every documented type of field, with values', () => {
    const types = [...andes.spaces.values()].flatMap((space) => [...space.types.values()]);
    const used = types.flatMap(({ fields }) => fields);
    expect(new Set(used.map(({ type }) => type))).toEqual(new Set(fieldTypes));
    for (const field of used) {
      expect(entriesOf(andes).some(({ editable }) => !isBlank(editable.values.get(field.id)))).toBe(true);
    }
  });

  test('has every status in both languages', () => {
    for (const locale of ['es-cl', 'en']) {
      const versions = entriesOf(andes).filter((entry) => entry.locale === locale);
      const statuses = new Set(versions.map((entry) => statusOf({ entry, targetLocale: locale })));
      expect(statuses).toEqual(
        new Set([
          'published',
          'pending_changes',
          'draft',
          'archived',
          'scheduled',
          'reviewing',
          'approved',
          'reviewing_published',
        ]),
      );
    }
  });

  test('breaks none of the rules of its fields', () => {
    const broken = [...andes.spaces.values()].flatMap((space) =>
      [...space.entries.values()].flatMap((entry) =>
        (space.types.get(entry.typeId)?.fields ?? []).filter((field) => {
          const value = entry.editable.values.get(field.id);
          if (value === undefined) return field.validations.required === true;
          return (
            JSON.stringify(readValue(value, field, { data: andes, space })) !== JSON.stringify({ value })
          );
        }),
      ),
    );
    expect(broken).toEqual([]);
  });

  test('repeats no unique value, and has nothing that is archived and live at once', () => {
    const types = [...andes.spaces.values()].flatMap((space) => [...space.types.values()]);
    for (const field of types.flatMap(({ fields }) => fields)) {
      if (field.validations.unique !== true) continue;
      const values = entriesOf(andes).flatMap(({ editable }) => editable.values.get(field.id) ?? []);
      expect(new Set(values).size).toBe(values.length);
    }
    const archived = entriesOf(andes).filter(({ workflowState }) => workflowState === 'archived');
    expect(archived.every(({ published }) => published === undefined)).toBe(true);
  });

  test('has names that look like other identifiers', () => {
    const [bank, stores, campaigns] = [31, 2026, 33].map((id) => andes.spaces.get(id));
    expect(campaigns?.uid).toBe(String(stores?.id));
    expect(campaigns?.name.toLowerCase()).toBe(stores?.uid);
    const slugs = (space: typeof bank) =>
      [...(space?.entries.values() ?? [])].map(({ editable }) => editable.slug);
    expect(bank?.entries.has(549_895)).toBe(true);
    expect(slugs(bank)).not.toContain('549895');
    expect(slugs(stores)).toContain('549895');
    expect(bank?.entries.has(549_897)).toBe(true);
    expect(slugs(bank)).toContain('549897');
  });

  test('is the same at every start', () => {
    expect(text(seedAccount(sandboxAccounts.andes, 0))).toBe(text(andes));
  });
});

describe('two accounts', () => {
  test('share the numeric ids and names of all their elements', () => {
    const names = (data: AccountData) => entriesOf(data).map(({ id, editable }) => [id, editable.name]);
    expect(names(pampa)).toEqual(names(andes));
  });

  test('share no uuid, and neither holds the other’s canary', () => {
    const uuids = new Set(entriesOf(andes).map(({ uuid }) => uuid));
    expect(entriesOf(pampa).some(({ uuid }) => uuids.has(uuid))).toBe(false);
    expect(text(andes)).not.toContain(sandboxAccounts.pampa.canary);
    expect(text(pampa)).not.toContain(sandboxAccounts.andes.canary);
    for (const data of [andes, pampa]) {
      expect(entriesOf(data).every(({ editable }) => editable.excerpt.includes(data.account.canary))).toBe(
        true,
      );
    }
  });
});
