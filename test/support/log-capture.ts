import { createLogger, type Logger, type LogLevel } from '../../src/infrastructure/logger.ts';

export interface LogCapture {
  readonly log: Logger;
  /** Everything that was written, as the operator would see it. */
  text(): string;
  /** The same, parsed, one object a line. */
  lines(): readonly Readonly<Record<string, unknown>>[];
}

/** The product's own logger, redaction included, writing into memory. */
export function createLogCapture(level: LogLevel = 'debug'): LogCapture {
  const written: string[] = [];
  return {
    log: createLogger({ level, destination: { write: (line) => void written.push(line) } }),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
