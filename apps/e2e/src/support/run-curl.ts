import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Stands in for curl, which a machine with only Node lacks: sends the headers after `-H` and prints the body. */
const program = `#!${process.execPath}
const { parseArgs } = require('node:util');
const { values, positionals: [url] } = parseArgs({
  allowPositionals: true,
  options: { header: { type: 'string', short: 'H', multiple: true, default: [] } },
});
const headers = values.header.map((header) => header.split(': '));
fetch(url, { headers }).then((response) => response.text()).then((text) => process.stdout.write(text));
`;

/** Runs a curl command in a shell, as a user would paste it, and returns the body of the response. */
export async function runCurl(command: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'curl-'));
  try {
    await writeFile(join(folder, 'curl'), program);
    await chmod(join(folder, 'curl'), 0o755);
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
    return (await promisify(execFile)('sh', ['-c', command], { env })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
