import { Dispatcher } from 'undici';

/** What undici gives a dispatcher to report to, as `request` does in version 7. */
interface RawHandler {
  onConnect(abort: () => void, context: object): void;
  onHeaders(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean;
  onData(chunk: Buffer): boolean;
  onComplete(trailers: Buffer[]): void;
}

/** Paths (a prefix) and the bodies that answer them. */
export type Answers = Readonly<Record<string, string>>;

/**
 * An upstream that answers in this process, so that no second process and no socket is measured. All of
 * our own client runs: headers, limits, reading and parsing of the body.
 */
export class InProcessUpstream extends Dispatcher {
  readonly #answers: ReadonlyMap<string, Buffer>;
  readonly #headers = [Buffer.from('content-type'), Buffer.from('application/json; charset=utf-8')];

  constructor(answers: Answers) {
    super();
    this.#answers = new Map(Object.entries(answers).map(([path, body]) => [path, Buffer.from(body)]));
  }

  override dispatch(options: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler): boolean {
    const handler = given as unknown as RawHandler;
    const path = options.path.split('?', 1)[0] ?? '';
    const body = this.#answers.get(path);
    queueMicrotask(() => {
      handler.onConnect(() => {}, {});
      handler.onHeaders(body === undefined ? 404 : 200, this.#headers, () => {}, '');
      handler.onData(body ?? Buffer.from('{}'));
      handler.onComplete([]);
    });
    return true;
  }

  override async close(): Promise<void> {}

  override async destroy(): Promise<void> {}
}
