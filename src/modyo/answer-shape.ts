import { z } from 'zod';
import type { Json } from '../errors/app-error.ts';
import type { ModyoAnswer, ModyoClient, OperationRequest } from './client.ts';
import type { OperationId } from './operations.ts';
import { upstreamError } from './reply-error.ts';
import { isWrite } from './request.ts';

/** Attributes of an element by Modyo's names; the contract decides which ones an operation takes. */
export type Attributes = { readonly [name: string]: Json | undefined };

/**
 * Sends one operation and reads its answer as `schema` says.
 * @throws {AppError} as {@link ModyoClient.call}, and `UPSTREAM_ERROR` with `details.reason` `unexpected_shape`
 */
export async function answerOf<Schema extends z.ZodType>(
  modyo: ModyoClient,
  operation: OperationId,
  schema: Schema,
  request?: OperationRequest,
): Promise<z.output<Schema>> {
  return readAnswer(schema, operation, await modyo.call(operation, request));
}

function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  operation: OperationId,
  answer: ModyoAnswer,
): z.output<Schema> {
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const context = { isWrite: isWrite(operation) };
  throw upstreamError('unexpected_shape', answer.status, context, undefined, parsed.error);
}

/** An attribute that we use where it is there; `null` counts as absent. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** An element of Modyo's: what we use is named, all the rest passes. */
export function element<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).catchall(anyJson);
}

/** Whatever JSON the tenant keeps here. It came out of `JSON.parse`, so it is not walked again. */
export const anyJson = z.unknown() as unknown as z.ZodType<Json>;

/** What is taken from the answer to a creation. */
export const created = z.object({ id: z.number() });
