import { expect, test } from 'vitest';
import { createDeparture } from '../../../src/infrastructure/departure.ts';

test('whoever listens is told once that the client has left', () => {
  const departure = createDeparture();
  const told: string[] = [];
  departure.onLeave(() => told.push('one'));
  departure.onLeave(() => told.push('two'));
  expect(departure.hasLeft()).toBe(false);
  departure.leave();
  departure.leave();
  expect(departure.hasLeft()).toBe(true);
  expect(told).toEqual(['one', 'two']);
});

test('whoever takes the listener back is told nothing', () => {
  const departure = createDeparture();
  const told: string[] = [];
  const stopListening = departure.onLeave(() => told.push('one'));
  stopListening();
  departure.leave();
  expect(told).toEqual([]);
});

test('a listener that comes late is not called: it has to ask first', () => {
  const departure = createDeparture();
  departure.leave();
  const told: string[] = [];
  departure.onLeave(() => told.push('late'));
  departure.leave();
  expect(told).toEqual([]);
});

test('whoever waits for the end is told at once where no work goes on without the client', () => {
  const departure = createDeparture();
  const told: string[] = [];
  departure.leave();
  departure.whenOver(() => told.push('over'));
  expect(told).toEqual(['over']);
});

test('whoever waits for the end is told once, after the last work that goes on without the client', () => {
  const departure = createDeparture();
  const told: string[] = [];
  const ends = [departure.outlive(), departure.outlive()];
  departure.leave();
  departure.whenOver(() => told.push('process'));
  departure.whenOver(() => told.push('place'));
  ends[0]?.();
  expect(told).toEqual([]);
  ends[1]?.();
  expect(told).toEqual(['process', 'place']);
});
