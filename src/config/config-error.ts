/** One thing that is wrong with the configuration; the text never repeats a value. */
export interface ConfigFault {
  /** The variable to change: `PORT`, `SEAL_KEYS_FILE`. */
  readonly variable: string;
  /** Continues the name: `must be …`, `is needed when …`. */
  readonly message: string;
}

/** Everything that is wrong with the configuration, at once. The process must not start. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, message }) => `  ${variable} ${message}`);
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${lines.join('\n')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}
