import type { Growth } from './soak.ts';

export interface Row {
  readonly name: string;
  readonly requestsPerSecond: number;
  readonly latencyP99Ms: number;
}

export interface Check {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly isMax: boolean;
}

/** @throws for an empty list, which has none */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

/** Markdown: the ratios first in importance, the absolute figures of that one machine beside them. */
export function renderTable(
  rows: readonly Row[],
  checks: readonly Check[],
  growth: Growth,
  node: string,
): string {
  const echo = rows[0]?.requestsPerSecond ?? 1;
  return [
    `Node ${node}, one core for the server, medians.`,
    '',
    '| variant | requests/s | of (a) | p99 ms |',
    '| --- | --: | --: | --: |',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${Math.round(row.requestsPerSecond)} | ${(row.requestsPerSecond / echo).toFixed(3)} | ${row.latencyP99Ms.toFixed(0)} |`,
    ),
    '',
    '| measure | value | budget |',
    '| --- | --: | --: |',
    ...checks.map(
      ({ what, value, limit, isMax }) =>
        `| ${what} | ${value.toFixed(2)} | ${isMax ? '≤' : '≥'} ${limit.toFixed(2)} |`,
    ),
    '',
    `Heap after a forced collection, between call ${growth.callsBefore} and call ${growth.callsAfter}; new sockets and timers: ${growth.newResources.length}.`,
  ].join('\n');
}
