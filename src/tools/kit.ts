import type { Clock } from '../infrastructure/clock.ts';
import type { ModyoClient } from '../modyo/client.ts';
import type { DownloadedFile } from '../modyo/file-download.ts';
import type { Identifiers } from '../modyo/identifiers.ts';
import type { ToolContext } from '../toolkit/context.ts';
import { createToolkit } from '../toolkit/toolkit.ts';
import type { SingleFlight } from './single-flight.ts';

/** What every tool of the product is given: the kit's base, and Modyo as this caller may see it. */
export interface ModyoToolContext extends ToolContext {
  readonly modyo: ModyoClient;
  /** Names, uids and slugs of this tenant, looked up and remembered. */
  readonly identifiers: Identifiers;
  /** Reads a public file that the caller names, within the time of the call; see `FileDownloads`. */
  download(url: string): Promise<DownloadedFile>;
  /** For what waits; its sleep ends with `signal`. */
  readonly clock: Clock;
  /** When the call has to have answered, in milliseconds since the Unix epoch. */
  readonly endsAtMs: number;
  /** For what many may make at once and only one of them should. */
  readonly singleFlight: SingleFlight;
}

export const kit = createToolkit<ModyoToolContext>();
