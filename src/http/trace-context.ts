const traceparent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;
const allZero = /^0+$/;

/** The trace that a request says it belongs to (W3C Trace Context). What is malformed is as good as absent. */
export function traceIdOf(header: string | readonly string[] | undefined): string | undefined {
  const [, traceId = '', spanId = ''] = typeof header === 'string' ? (traceparent.exec(header) ?? []) : [];
  return traceId === '' || allZero.test(traceId) || allZero.test(spanId) ? undefined : traceId;
}
