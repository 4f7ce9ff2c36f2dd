import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A name of the contract with its own evidence, where that differs from its operation's. */
interface ContractName {
  readonly name: string;
  readonly evidence?: string;
}

export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly evidence: string;
  readonly note?: string;
  readonly inPath: readonly ContractName[];
  readonly inQuery: readonly ContractName[];
  /** Dotted; an element of an array is `[]`. A key below one with its own evidence inherits that. */
  readonly bodyKeys: readonly ContractName[];
  /** The parts of a body that is sent as a form. */
  readonly formKeys: readonly ContractName[];
}

type Node = { readonly [key: string]: unknown };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function node(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function contractName(name: string, evidence: string | undefined): ContractName {
  return evidence === undefined ? { name } : { name, evidence };
}

/** Every operation of `openapi/modyo-admin.yaml`, in the order of the file. */
export function readAdminContract(): readonly ContractOperation[] {
  const source = readFileSync(new URL('../../openapi/modyo-admin.yaml', import.meta.url), 'utf8');
  const root = node(parse(source));

  function resolve(value: unknown): Node {
    const reference = node(value)['$ref'];
    if (typeof reference !== 'string') return node(value);
    return reference
      .replace('#/', '')
      .split('/')
      .reduce((current: Node, step) => node(current[step]), root);
  }

  function keysOf(schema: unknown, prefix: string, evidence: string | undefined): ContractName[] {
    const resolved = resolve(schema);
    if (resolved['items'] !== undefined) return keysOf(resolved['items'], `${prefix}[]`, evidence);
    return Object.entries(node(resolved['properties'])).flatMap(([name, property]) => {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      const own = textOf(resolve(property)['x-evidence']) ?? evidence;
      return [contractName(key, own), ...keysOf(property, key, own)];
    });
  }

  function operation(path: string, method: string, item: Node): ContractOperation {
    const declared = node(item[method]);
    const parameters = [...list(item['parameters']), ...list(declared['parameters'])].map(resolve);
    const named = (location: string) =>
      parameters
        .filter((parameter) => parameter['in'] === location)
        .map((parameter) => contractName(String(parameter['name']), textOf(parameter['x-evidence'])));
    const media = node(node(declared['requestBody'])['content']);
    const keysAs = (type: string) => keysOf(node(media[type])['schema'], '', undefined);
    const note = textOf(declared['x-evidence-note']);
    return {
      id: String(declared['operationId']),
      method: method.toUpperCase(),
      path,
      evidence: String(declared['x-evidence']),
      ...(note === undefined ? {} : { note }),
      inPath: named('path'),
      inQuery: named('query'),
      bodyKeys: keysAs('application/json'),
      formKeys: keysAs('multipart/form-data'),
    };
  }

  return Object.entries(node(root['paths'])).flatMap(([path, item]) =>
    Object.keys(node(item))
      .filter((method) => methods.includes(method))
      .map((method) => operation(path, method, node(item))),
  );
}
