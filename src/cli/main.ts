import { type CommandIo, stdinBytesMax } from './command.ts';
import { runCommand } from './dispatch.ts';

const io: CommandIo = {
  // A variable that is set to nothing is absent, as it is for the service.
  env: Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
  nowMs: () => Date.now(),
  async readStdin() {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) {
      text += chunk;
      if (text.length > stdinBytesMax) throw new Error('Standard input is too long.');
    }
    return text;
  },
  writeOut: (text) => void process.stdout.write(text),
  writeErr: (text) => void process.stderr.write(text),
  stopRequested: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
};

// Who reads the beginning of a long text closes the pipe: that is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommand(process.argv.slice(2), io);
