import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contractOfTools } from '../../../src/toolkit/registry.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { lockPath } from './lock-file.ts';
import { reportOf } from './report.ts';
import { acceptedLock, reviewContract } from './review.ts';

/** `npm run contracts:accept` locks the tools as they are; `-- --bump-tokens` also what they cost. */
const built = contractOfTools(toolCatalogue);
const lockText = existsSync(lockPath) ? readFileSync(lockPath, 'utf8') : '';
const { text, refused } = acceptedLock(lockText, built, { bump: process.argv.includes('--bump-tokens') });
if (refused.length > 0) {
  process.stdout.write(`${reportOf(refused)}The listing grew by more than a tenth; nothing was written. `);
  process.stdout.write('If it is worth it: npm run contracts:accept -- --bump-tokens\n');
  process.exitCode = 1;
} else if (text !== lockText) {
  process.stdout.write(`${reportOf(reviewContract(lockText, built))}written: ${lockPath}\n`);
  writeFileSync(lockPath, text);
}
