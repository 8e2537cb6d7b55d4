import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { programs, startReplica, type ApiProcess } from '../../support/api-process.ts';
import { startApi, type TestApi } from '../../support/api.ts';

/** As deployed: Node does not load the source map of the bundle. */
const deployedProgram = programs.sources.filter((argument) => argument !== '--enable-source-maps');
/** The last measurement in docs/performance.md, plus a tenth for other machines and Node versions. The goal is 160 MB. */
const maxMegabytes = 200;

let api: TestApi;
let replica: ApiProcess;
beforeAll(async () => {
  api = await startApi();
  replica = await startReplica(api, {}, deployedProgram);
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

describe('an idle replica', () => {
  it('uses little memory', async () => {
    expect(await residentMegabytes(replica.pid)).toBeLessThan(maxMegabytes);
  });
});

/** The resident set size of a process. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(status, 'utf8'))?.[1]
    : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  return Number(kilobytes) / 1_024;
}
