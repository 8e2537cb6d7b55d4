// Runs a command that exits when the parent process does, even if the parent is killed. Otherwise Playwright's web servers
// would keep running after Playwright was killed.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const parent = process.ppid;
const child = spawn(command, args, { stdio: 'inherit' });
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));

// Signals go to the whole process group: the command handles them, and this process exits after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(0, 'SIGTERM');
}, 1000);
