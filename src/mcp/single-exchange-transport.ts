import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';

export type RpcAnswer = JSONRPCResultResponse | JSONRPCErrorResponse;

/** How one request ends: with an answer, or with a stream that has begun and will carry it. */
export type ExchangeOutcome =
  | { readonly kind: 'answer'; readonly answer: RpcAnswer }
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Uint8Array> };

export interface SingleExchangeOptions {
  readonly classification: MessageClassification;
  /** Whether a notification of this request may open a stream; if not, it is dropped. */
  readonly mayStream: boolean;
  /** The last look at an answer before it leaves, in either form. */
  readonly review: (answer: RpcAnswer) => RpcAnswer;
}

/**
 * The SDK's transport for one exchange, with two changes: every answer passes a review, which is where
 * error texts are masked, and a plain answer goes to the caller as an object. That spares building a
 * `Response`, reading it again, and closing the server for it.
 */
export class SingleExchangeTransport extends PerRequestHTTPServerTransport {
  readonly #options: SingleExchangeOptions;
  #resolve: ((outcome: ExchangeOutcome) => void) | undefined;
  #streaming = false;

  constructor(options: SingleExchangeOptions) {
    super({ classification: options.classification });
    this.#options = options;
  }

  /** Serves the one request. */
  exchange(request: JSONRPCRequest): Promise<ExchangeOutcome> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.handleMessage(request).then((response) => {
        if (response.body !== null) resolve({ kind: 'stream', stream: response.body });
      }, reject);
    });
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('result' in message || 'error' in message) {
      const answer = this.#options.review(message);
      if (this.#streaming) await super.send(answer, options);
      else this.#resolve?.({ kind: 'answer', answer });
      this.#resolve = undefined;
      return;
    }
    if (!this.#options.mayStream || this.#resolve === undefined) return;
    this.#streaming = true;
    await super.send(message, options);
  }
}
