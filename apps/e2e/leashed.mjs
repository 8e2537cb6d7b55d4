// Runs a command that ends with whoever runs this, however that one ends: else what Playwright serves its tests from would
// stay behind where Playwright itself is killed.
import { spawn } from 'node:child_process';

const [command, ...words] = process.argv.slice(2);
const parent = process.ppid;
const child = spawn(command, words, { stdio: 'inherit' });
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));

// A signal goes to the whole group: the command ends as it does by itself, and this after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(0, 'SIGTERM');
}, 1000);
