import { type DestinationStream, pino } from 'pino';
import { redactFields, redactText } from './redaction.ts';

/** Structured fields of a log line: identifiers, counts, durations. Never an argument value, a token or a body. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The narrow face of the logger that the rooms see: fields first, then one constant message. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  child(fields: LogFields): Logger;
}

/** From the most talkative to the quietest. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Where the lines go, one JSON object each. Absent: standard output. */
  readonly destination?: DestinationStream;
}

/**
 * A logger over pino that writes one JSON object a line. Everything passes the redaction first, an
 * error in the field `err` with its message, stack and causes included.
 */
export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // The redaction has made errors plain already; pino's own serializer would read the raw one.
    serializers: { err: (value: unknown) => value },
  };
  return wrap(options.destination === undefined ? pino(settings) : pino(settings, options.destination), {});
}

/** `bound` stands in every line. A child costs nothing until it writes, since most requests write one line or none. */
function wrap(sink: pino.Logger, bound: LogFields): Logger {
  const write = (level: 'debug' | 'info' | 'warn' | 'error', fields: LogFields, message: string) => {
    if (sink.isLevelEnabled(level))
      sink[level](redactFields(Object.assign({}, bound, fields)), redactText(message));
  };
  return {
    debug: (fields, message) => write('debug', fields, message),
    info: (fields, message) => write('info', fields, message),
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => write('error', fields, message),
    child: (fields) => wrap(sink, Object.assign({}, bound, fields)),
  };
}
