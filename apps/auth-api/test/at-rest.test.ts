import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { programs, startReplica, type ApiProcess } from './support/api-process.ts';
import { startApi, type TestApi } from './support/api.ts';

/** As it is deployed: Node reads no map of the bundle. */
const asDeployed = programs.sources.filter((word) => word !== '--enable-source-maps');
/** The goal is 160 (docs/performance.md); another machine or Node version may take a tenth more. */
const mostMegabytes = 176;

let api: TestApi;
let replica: ApiProcess;
beforeAll(async () => {
  api = await startApi();
  replica = await startReplica(api, {}, asDeployed);
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

describe('a replica that is ready', () => {
  it('holds little memory', async () => {
    expect(await residentMegabytes(replica.pid)).toBeLessThan(mostMegabytes);
  });
});

/** What the system says that a process holds. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(status, 'utf8'))?.[1]
    : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  return Number(kilobytes) / 1_024;
}
