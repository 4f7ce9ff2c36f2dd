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
