import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Some tests start the program itself. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: fileURLToPath(new URL('../..', import.meta.url)) });
}
