import type { onRequestHookHandler } from 'fastify';
import { methodNotAllowed, refuse } from '../refusal.ts';

/** Anything but POST ends here, and not earlier: a client that probes with GET learns first how to sign in. */
export const requirePost: onRequestHookHandler = (request, reply, done) => {
  if (request.method === 'POST') {
    done();
    return;
  }
  refuse(reply, methodNotAllowed('POST'));
};

/** Parameters other than a charset mean nothing for JSON and are let pass. */
function isUtf8Json(contentType: string): boolean {
  const [mediaType, ...parameters] = contentType.toLowerCase().split(';');
  if (mediaType?.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value] = parameter.split('=');
    return name?.trim() !== 'charset' || utf8Names.has(value?.trim() ?? '');
  });
}

const utf8Names = new Set(['utf-8', 'utf8', '"utf-8"', '"utf8"']);

export const requireJson: onRequestHookHandler = (request, reply, done) => {
  const contentType = request.headers['content-type'];
  if (contentType === 'application/json' || isUtf8Json(contentType ?? '')) {
    done();
    return;
  }
  refuse(reply, {
    status: 415,
    error: 'unsupported_media_type',
    description: 'The Content-Type must be application/json, in UTF-8.',
  });
};

export const refuseEncodedBody: onRequestHookHandler = (request, reply, done) => {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') {
    done();
    return;
  }
  refuse(reply, {
    status: 415,
    error: 'unsupported_encoding',
    description: 'The body must not be compressed.',
    headers: { 'accept-encoding': 'identity' },
  });
};
