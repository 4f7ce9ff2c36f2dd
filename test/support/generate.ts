import { staleFiles, writeFiles } from './generated-files.ts';

/** `npm run generate` writes what is stale; with `-- --check` it only says so, and fails. */
const stale = await staleFiles();
const isCheck = process.argv.includes('--check');
if (!isCheck) writeFiles(stale);
for (const path of stale.keys()) process.stdout.write(`${isCheck ? 'stale' : 'written'}: ${path}\n`);
process.exitCode = isCheck && stale.size > 0 ? 1 : 0;
