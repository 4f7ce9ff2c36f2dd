import { catalogueOperations } from '../modyo/account-catalogue.ts';
import { differenceBetween, isGap } from '../modyo/catalogue-difference.ts';
import { contractOfTools } from '../toolkit/registry.ts';
import { toolCatalogue } from '../tools/catalogue.ts';
import { type Command, type CommandIo, FindingsError, parseCommandLine, UsageError } from './command.ts';
import { type AffectedAction, type Examination, reportJson, reportText, summaryOf } from './doctor-report.ts';
import { type AccountCatalogue, catalogueOfAccount, catalogueOfFile, readContract } from './doctor-source.ts';
import { tenantOptions, withTenant } from './tenant-connection.ts';

const options = {
  ...tenantOptions,
  tenant: { type: 'string' },
  swagger: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseCommandLine<typeof options>>['values'];

export const examineAccount: Command = {
  usage:
    'doctor --tenant ID [--json] [--swagger FILE] [--issuer URL] [--keys DIR | --issuers FILE --tenants FILE --seal-keys FILE]',
  summary:
    "compare the account's own catalogue of operations with what the service sends (exit 0: nothing missing, 2: a gap, 1: could not look); --swagger reads a saved one instead of the account",
  usageExitCode: 1,
  async run(args, io) {
    const { values } = parseCommandLine(args, options);
    const { catalogue, source } = await readCatalogueOf(values, io);
    const contract = readContract();
    const difference = differenceBetween(contract, catalogue);
    const examination: Examination = {
      ...difference,
      tenant: values.tenant,
      source,
      operationCounts: { ours: contract.operations.length, account: catalogue.operations.length },
      actionsOf: actionsByOperation(),
    };
    io.writeOut(values.json === true ? reportJson(examination) : reportText(examination));
    if (difference.findings.some(isGap)) throw new FindingsError(summaryOf(difference.findings));
  },
};

function readCatalogueOf(values: Values, io: CommandIo): AccountCatalogue | Promise<AccountCatalogue> {
  const { tenant: id, swagger } = values;
  if (swagger !== undefined) return catalogueOfFile(swagger);
  if (id === undefined)
    throw new UsageError('Say which tenant with --tenant ID, or which file with --swagger FILE.');
  return withTenant({ id, values, io, callsMax: catalogueOperations.length }, catalogueOfAccount);
}

/** Which actions call an operation, by what their definitions say. */
function actionsByOperation(): Examination['actionsOf'] {
  const byOperation = new Map<string, AffectedAction[]>();
  for (const [tool, { actions }] of Object.entries(contractOfTools(toolCatalogue))) {
    for (const [action, { operations }] of Object.entries(actions)) {
      for (const operation of operations as readonly string[]) {
        const known = byOperation.get(operation) ?? [];
        known.push({ tool, action });
        byOperation.set(operation, known);
      }
    }
  }
  return (operation) => byOperation.get(operation) ?? [];
}
