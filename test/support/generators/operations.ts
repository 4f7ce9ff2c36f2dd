import { execFileSync } from 'node:child_process';
import { readAdminContract } from '../admin-contract.ts';

/** The generated file, relative to the repository. */
export const path = 'src/modyo/operations.ts';

const head = `// Generated from openapi/modyo-admin.yaml by \`npm run generate\`. Do not edit.

/** Where the knowledge of an operation comes from, from certain to guessed. */
type Evidence =
  | 'swagger-2023'
  | 'docs'
  | 'client'
  | 'inferred-high'
  | 'inferred-medium'
  | 'inferred-low';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below \`/api/admin\`; \`{name}\` stands for one segment. */
  readonly path: string;
  /** Names of the query as they are sent, brackets included, separated by spaces. */
  readonly query?: string;
  /** Top-level keys of the body, separated by spaces. */
  readonly body?: string;
  /** Names of the parts, brackets included, of a body that is sent as a form. */
  readonly form?: string;
  readonly evidence: Evidence;
}
`;

/** The text of the file as it must be, formatted as the repository is. */
export function render(): string {
  const entries = readAdminContract().map((operation) => {
    const keys = operation.bodyKeys.map(({ name }) => name).filter((name) => !/[.[]/.test(name));
    const names = operation.inQuery.map(({ name }) => name);
    const parts = operation.formKeys.map(({ name }) => name);
    const contract = {
      method: operation.method,
      path: operation.path,
      ...(names.length === 0 ? {} : { query: names.join(' ') }),
      ...(keys.length === 0 ? {} : { body: keys.join(' ') }),
      ...(parts.length === 0 ? {} : { form: parts.join(' ') }),
      evidence: operation.evidence,
    };
    return `${operation.id}: ${JSON.stringify(contract)},`;
  });
  const source = `${head}
/** Every operation that can be sent, by its id in the contract. */
export const operations = {
${entries.join('\n')}
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof operations;
`;
  return execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${path}`], {
    input: source,
    encoding: 'utf8',
  });
}
