import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../../src/infrastructure/metrics.ts';

/** The samples of one metric, without the help lines. */
async function samples(metrics: ReturnType<typeof createMetrics>, name: string): Promise<readonly string[]> {
  return (await metrics.render()).split('\n').filter((line) => line.startsWith(name));
}

describe('the metrics', () => {
  test('count an answer under its route and status', async () => {
    const metrics = createMetrics({ processMetrics: false });
    metrics.httpAnswered(200, 'mcp', 12);
    metrics.httpAnswered(401, 'mcp');
    metrics.httpAnswered(200, 'mcp', 1500);
    expect(await samples(metrics, 'modyo_mcp_http_requests_total')).toEqual([
      'modyo_mcp_http_requests_total{route="mcp",status="200"} 2',
      'modyo_mcp_http_requests_total{route="mcp",status="401"} 1',
    ]);
    const durations = await samples(metrics, 'modyo_mcp_http_request_duration_seconds');
    expect(durations).toContain('modyo_mcp_http_request_duration_seconds_sum{route="mcp"} 1.512');
    expect(durations).toContain('modyo_mcp_http_request_duration_seconds_bucket{le="0.025",route="mcp"} 1');
  });

  test('count a call under tool, action and outcome, and an upstream call under its operation', async () => {
    const metrics = createMetrics({ processMetrics: false });
    metrics.toolCalled('content-spaces-manage', 'create', 'ok', 20);
    metrics.toolCalled('content-spaces-list', '', 'NOT_FOUND', 20);
    metrics.upstreamCalled('listSpaces', 'UPSTREAM_ERROR', 20);
    metrics.limitReached('rate');
    metrics.storeFailed();
    const text = await metrics.render();
    for (const line of [
      'modyo_mcp_tool_calls_total{tool="content-spaces-manage",action="create",outcome="ok"} 1',
      'modyo_mcp_tool_calls_total{tool="content-spaces-list",action="",outcome="NOT_FOUND"} 1',
      'modyo_mcp_upstream_calls_total{operation="listSpaces",outcome="UPSTREAM_ERROR"} 1',
      'modyo_mcp_upstream_call_duration_seconds_count 1',
      'modyo_mcp_limits_reached_total{limit="rate"} 1',
      'modyo_mcp_store_failures_total 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  test('never grow with names that somebody makes up', async () => {
    const metrics = createMetrics({ processMetrics: false });
    for (let index = 0; index < 2000; index += 1) metrics.toolCalled(`tool-${index}`, '', 'ok', 1);
    metrics.toolCalled('a"b\n', '', 'ok', 1);
    const series = await samples(metrics, 'modyo_mcp_tool_calls_total');
    expect(series.length).toBeLessThanOrEqual(402);
    expect(series.join()).not.toContain('a\\"b');
  });

  test('read the requests in flight at each scrape', async () => {
    const metrics = createMetrics({ processMetrics: false });
    let inFlight = 3;
    metrics.watchInFlight(() => inFlight);
    expect(await samples(metrics, 'modyo_mcp_requests_in_flight')).toEqual([
      'modyo_mcp_requests_in_flight 3',
    ]);
    inFlight = 0;
    expect(await samples(metrics, 'modyo_mcp_requests_in_flight')).toEqual([
      'modyo_mcp_requests_in_flight 0',
    ]);
  });

  test('of two apps in one process stay apart', async () => {
    const [one, other] = [createMetrics({ processMetrics: false }), createMetrics({ processMetrics: false })];
    one.storeFailed();
    expect(await samples(other, 'modyo_mcp_store_failures_total')).toEqual([
      'modyo_mcp_store_failures_total 0',
    ]);
    expect(other.contentType).toMatch(/^text\/plain/);
  });
});
