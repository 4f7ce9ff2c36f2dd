import { type OperationName, type Route, routes } from './routes.ts';

const segmentsMax = 12;

export interface RouteMatch {
  readonly route: Route;
  readonly operation: OperationName;
  readonly params: { readonly [name: string]: string };
}

interface Node {
  readonly literals: Map<string, Node>;
  placeholder: Node | undefined;
  readonly methods: Map<string, { readonly route: Route; readonly operation: OperationName }>;
}

function createNode(): Node {
  return { literals: new Map(), placeholder: undefined, methods: new Map() };
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{');
}

function childFor(node: Node, segment: string): Node {
  if (isPlaceholder(segment)) {
    node.placeholder ??= createNode();
    return node.placeholder;
  }
  let child = node.literals.get(segment);
  if (child === undefined) {
    child = createNode();
    node.literals.set(segment, child);
  }
  return child;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function find(root: Node, segments: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const segment of segments) {
    node = node.literals.get(segment) ?? node.placeholder;
    if (node === undefined) return undefined;
  }
  return node;
}

function readParams(template: string, segments: readonly string[]): RouteMatch['params'] {
  const params: { [name: string]: string } = {};
  for (const [index, name] of template.split('/').slice(1).entries()) {
    if (isPlaceholder(name)) params[name.slice(1, -1)] = decode(segments[index] ?? '');
  }
  return params;
}

/** A matcher over the routing table. A literal segment wins over a placeholder in the same place. */
export function createRouter(): (method: string, path: string) => RouteMatch | undefined {
  const root = createNode();
  for (const route of routes) {
    let node = root;
    for (const segment of route.path.split('/').slice(1)) node = childFor(node, segment);
    node.methods.set(route.method, { route, operation: route.operation });
  }
  return (method, path) => {
    const segments = path.split('/').slice(1);
    if (segments.length > segmentsMax) return undefined;
    const found = find(root, segments)?.methods.get(method);
    return found === undefined ? undefined : { ...found, params: readParams(found.route.path, segments) };
  };
}
