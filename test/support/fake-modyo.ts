import { AppError } from '../../src/errors/app-error.ts';
import type { ModyoAnswer, ModyoClient, OperationRequest } from '../../src/modyo/client.ts';
import type { OperationId } from '../../src/modyo/operations.ts';
import { prepareRequest } from '../../src/modyo/request.ts';

interface MadeCall {
  readonly operation: OperationId;
  readonly request: OperationRequest;
  readonly line: string;
}

/** A client that holds each call against the contract and answers from a function instead of a server. */
export interface FakeModyo extends ModyoClient {
  readonly calls: readonly MadeCall[];
}

type Answers = (operation: OperationId, request: OperationRequest) => unknown;

/** @param answers the body, or a promise of it; an `AppError` that it throws is the failure of the call */
export function createFakeModyo(answers: Answers, host = 'acme.modyo.cloud'): FakeModyo {
  const calls: MadeCall[] = [];
  return {
    host,
    calls,
    async call(operation, request = {}): Promise<ModyoAnswer> {
      const { method, target } = prepareRequest(operation, request);
      calls.push({
        operation,
        request,
        line: `${method} ${decodeURIComponent(target.replaceAll('+', ' '))}`,
      });
      return { status: 200, body: await answers(operation, request) };
    },
  };
}

export function noSuchElement(): AppError {
  return new AppError('Modyo has no such element.', { code: 'NOT_FOUND' });
}

/** One page of `rows`, as Modyo counts pages. */
export function pageOfRows(key: string, rows: readonly object[], request: OperationRequest): object {
  const perPage = Math.min(Number(request.query?.['per_page'] ?? 10), 100);
  const page = Number(request.query?.['page'] ?? 1);
  return {
    [key]: rows.slice((page - 1) * perPage, page * perPage),
    meta: {
      total_entries: rows.length,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(rows.length / perPage),
    },
  };
}
