import { digestOf } from '../toolkit/contract.ts';
import { contractOfTools } from '../toolkit/registry.ts';
import { toolCatalogue } from '../tools/catalogue.ts';
import { type Command, parseCommandLine } from './command.ts';

export const digestTools: Command = {
  usage: 'tools digest',
  summary: 'print the digest of the tools of this build, for CONTRACT_DIGEST',
  async run(args, io) {
    parseCommandLine(args, {});
    io.writeOut(`${digestOf(contractOfTools(toolCatalogue))}\n`);
  },
};
