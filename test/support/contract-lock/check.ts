import { existsSync, readFileSync } from 'node:fs';
import { contractOfTools } from '../../../src/toolkit/registry.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { lockPath } from './lock-file.ts';
import { reportOf } from './report.ts';
import { reviewContract } from './review.ts';

/** `npm run contracts:check` says in what the tools differ from the lock, and fails if they do. */
const lockText = existsSync(lockPath) ? readFileSync(lockPath, 'utf8') : '';
const changes = reviewContract(lockText, contractOfTools(toolCatalogue));
if (changes.length > 0) {
  process.stdout.write(`${reportOf(changes)}The tools differ from ${lockPath}. `);
  process.stdout.write('To agree with them: npm run contracts:accept\n');
  process.exitCode = 1;
}
