import { type Answer, ok } from './answer.ts';
import { type Route, routes } from './routes.ts';

/**
 * The account's catalogue of operations, as Swagger 2.0. It says what the routing table knows: methods and
 * paths, and nothing about queries and bodies, which every operation reads by itself.
 */
export function getDocs(): Answer {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { operation, method, path } of routes as readonly Route[]) {
    if (operation === 'docs.get') continue;
    const item = paths[path] ?? { parameters: pathParameters(path) };
    item[method.toLowerCase()] = { summary: operation, responses: { default: { description: 'Answer.' } } };
    paths[path] = item;
  }
  return ok({
    swagger: '2.0',
    info: { title: 'Admin API of the sandbox', version: '1' },
    basePath: '/api/admin',
    paths,
  });
}

function pathParameters(path: string): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    type: 'string',
  }));
}
