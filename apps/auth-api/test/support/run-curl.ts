import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Stands in for curl on a machine without it. It knows the options that the samples use, and fails for others. */
const program = `#!${process.execPath}
const { writeFileSync } = require('node:fs');
const { parseArgs } = require('node:util');
const flag = { type: 'boolean' };
const { values, positionals: [url] } = parseArgs({
  allowPositionals: true,
  options: {
    'fail-with-body': flag, silent: flag, 'show-error': flag,
    'oauth2-bearer': { type: 'string' }, output: { type: 'string' },
  },
});
fetch(url, { headers: { authorization: 'Bearer ' + values['oauth2-bearer'] } }).then(async (response) => {
  writeFileSync(values.output ?? process.stdout.fd, await response.text());
  if (response.ok) return;
  console.error('curl: (22) The requested URL returned error: ' + response.status);
  process.exitCode = 22;
});
`;

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Runs shell commands in a folder, as a user would paste them. Returns their output, and throws if they fail. */
export async function runCurl(commands: string, folder: string, env: Record<string, string>): Promise<string> {
  const bin = await mkdtemp(join(tmpdir(), 'curl-'));
  try {
    if (!hasCurl) {
      await writeFile(join(bin, 'curl'), program);
      await chmod(join(bin, 'curl'), 0o755);
    }
    const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
    const options = { cwd: folder, env: { ...process.env, PATH: path, ...env } };
    return (await promisify(execFile)('sh', ['-ec', commands], options)).stdout;
  } finally {
    await rm(bin, { recursive: true });
  }
}
