import { describe, expect, test } from 'vitest';
import { nearNames } from '../../../src/modyo/near-names.ts';

const items = [
  { name: 'Blog corporativo', uid: 'blog' },
  { name: 'Noticias', uid: 'news' },
  { name: 'Campañas 2026', uid: 'campanas' },
  { name: 'Legal', uid: 'legal' },
];

describe('near names', () => {
  test.each([
    ['blgo corporativo', 'Blog corporativo'],
    ['Noticia', 'Noticias'],
    ['campanas', 'Campañas 2026'],
    ['newss', 'Noticias'],
  ])('of %j begin with %j', (text, name) => {
    expect(nearNames(text, items, 5)[0]?.name).toBe(name);
  });

  test('are none where nothing is alike', () => {
    expect(nearNames('zzzz', items, 5)).toEqual([]);
    expect(nearNames('', items, 5)).toEqual([]);
  });

  test('are no more than asked for', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ name: `Blog ${at}` }));
    expect(nearNames('Blog', many, 5)).toHaveLength(5);
  });
});
