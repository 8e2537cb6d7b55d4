import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

it.each(['bench-portal.mjs', 'licences.mjs', 'mutation.mjs', 'start.mjs', 'write-monitoring-component.mjs'])(
  'scripts/%s prints its usage with --help, and rejects unknown options',
  (name) => {
    const script = fileURLToPath(new URL(`../${name}`, import.meta.url));
    const run = (option: string) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, option], { encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    const help = run('--help');
    expect(help).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Usage: npm (?:run|start) /) as string,
      stderr: '',
    });
    expect(run('--dry-run')).toEqual({
      status: 2,
      stdout: '',
      stderr: `Unknown option '--dry-run'.\n\n${help.stdout}`,
    });
  },
);
