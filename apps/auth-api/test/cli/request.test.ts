import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { context } from '@opentelemetry/api';
import { requestUlidHeader } from '@portal/contract';
import request from 'supertest';
import { ulid } from 'ulid';
import { createApp } from '../../src/app.ts';
import { writeAuditEntries } from '../../src/request/audit/write-entries.ts';
import { findRequestLines } from '../../src/cli/request-lines.ts';
import { findRequestRecords } from '../../src/cli/request-records.ts';
import { addJob } from '../../src/platform/queue/queue.ts';
import { startJobWorker } from '../../src/jobs/worker.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { withRequestId } from '../../src/platform/observability/request-id.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { pollUntil } from '../support/polling.ts';
import { runCommand } from '../support/programs.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  // There is no mail server, so the job of an invitation fails.
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'request-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

/** The services of the API with a log, and the lines of that log. */
function recordLog() {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line.trim()) });
  return { lines, services: { ...api.services, log } };
}

const runRequest = (args: readonly string[], input?: string) =>
  runCommand('src/cli/request.ts', args, { DATABASE_URL: api.services.settings.DATABASE_URL }, input);

/** The log as `docker compose logs` prints it, in a file. */
async function writeLog(lines: readonly string[]): Promise<string> {
  const file = join(folder, ulid());
  await writeFile(file, lines.map((line) => `auth-api-1  | ${line}\n`).join(''));
  return file;
}

describe('the request command', () => {
  it('prints the lines of the request and of its job, its audit entry and its job, in the order of time', async () => {
    const { lines, services } = recordLog();
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const { cookie = '' } = await logIn(api, owner);
    const requestUlid = ulid();
    const invite = (id: string) =>
      request(createApp(services))
        .post(`/workspace/${workspace.id}/members`)
        .set({ Cookie: cookie, [requestUlidHeader]: id })
        .send({ email: `${id.toLowerCase()}@example.com` });
    const response = await invite(requestUlid);
    await invite(ulid());
    expect(response.status).toBe(200);
    const requestId = String(response.headers['x-request-id']);
    const worker = startJobWorker(services);
    await pollUntil(
      () => Promise.resolve(lines.filter((line) => line.includes('"body":"job failed"')).length),
      (count) => count >= 2,
    );
    await worker.stop();
    const file = await writeLog(lines);

    const byRequestId = await runRequest([requestId, file]);
    expect([byRequestId.code, byRequestId.err]).toEqual([0, '']);
    const titles = byRequestId.out.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
    // A slow run may have retried the job.
    expect([...new Set(titles.map((title) => title.replace(/^[\d-]+T[\d:.]+Z {2}/, '')))].toSorted()).toEqual([
      'audit log  inviteMember',
      'auth-api  INFO  request',
      'auth-api  WARN  job failed',
      'job queue  sendMemberInvitationEmail is waiting',
    ]);
    expect(titles).toEqual(titles.toSorted((one, other) => one.slice(0, 24).localeCompare(other.slice(0, 24))));
    expect(byRequestId.out).toMatch(/^ {4}si\.job\.attempts: \d of \d+$/m);
    expect(byRequestId.out).toContain(`    user.id: ${owner.id}`);
    // Personal values of the audit entry are left out.
    expect(byRequestId.out).not.toContain('@example.com');

    const byUlid = await runRequest([requestUlid.toLowerCase(), file]);
    expect(byUlid).toEqual(byRequestId);
  });

  it('reads the log from standard input, and prints it even if the database is unreachable', async () => {
    const { lines, services } = recordLog();
    const response = await request(createApp(services)).get('/whoami');
    const requestId = String(response.headers['x-request-id']);
    const settings = { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x', NODE_ENV: 'production' };
    const { code, out, err } = await runCommand('src/cli/request.ts', [requestId], settings, lines.join('\n'));
    expect([code, out]).toEqual([1, expect.stringContaining('error.type: NotSignedIn') as string]);
    expect(err).toMatch(/^Audit entries and jobs are missing\. The database refused the connection\./);
  });

  it('says so if nothing has the id', async () => {
    const { code, out, err } = await runRequest([ulid()], 'a line\n');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('Nothing has this id.');
  });

  it('names a log file that does not exist', async () => {
    const { code, err } = await runRequest([ulid(), join(folder, 'nowhere.log')]);
    expect([code, err]).toEqual([1, expect.stringContaining('no such file') as string]);
  });
});

it.each(['00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])(
  'the audit entries of a request are found although the clock of its client made the id %s',
  async (clientId) => {
    const requestId = ulid();
    const user = await makeUser(api);
    await writeAuditEntries(
      [
        {
          action: 'logout',
          actor: { userId: user.id },
          credential: 'session',
          request: { id: requestId, ip: null, userAgent: null },
          details: {},
        },
      ],
      { db: api.db },
    );
    const records = await findRequestRecords(api.services.settings.DATABASE_URL, [clientId, requestId]);
    expect(records.map(({ title }) => title)).toEqual(['logout']);
  },
);

describe('the lines of a request', () => {
  const id = '01M7XPS9H1ZQ1Y2V3W4X5Y6Z70';
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const warning = `{"timestamp":"2026-11-26T08:00:00.001Z","trace_id":"${traceId}","body":"session use could not be recorded"}`;
  const line = `{"timestamp":"2026-11-26T08:00:00.002Z","trace_id":"${traceId}","si.request.id":"${id}","si.request.ulid":"01M7XPS9H1AAAAAAAAAAAAAAAA","body":"request"}`;
  const caddy = `{"level":"info","ts":1795680000.003,"logger":"http.log.access","msg":"handled request","status":200,"resp_headers":{"X-Request-Id":["${id}"]}}`;
  const other = line.replaceAll(id, ulid()).replaceAll('01M7XPS9H1AAAAAAAAAAAAAAAA', ulid());
  const unrelated = warning.replace(traceId, traceId.replace('4', '5'));
  const bodies = async (lines: readonly string[], searched = id) =>
    (await findRequestLines(Readable.from(lines), searched)).events.map(({ title }) => title.trim());

  it('include earlier lines of its trace, and the line of the proxy', async () => {
    const expected = ['session use could not be recorded', 'request', 'INFO  handled request'];
    expect(await bodies([warning, unrelated, line, caddy])).toEqual(expected);
  });

  it('include no line of another request, even of the same trace', async () => {
    expect(await bodies([other, line, other])).toEqual(['request']);
  });

  it('include the line of the proxy if they were found by the client’s id', async () => {
    expect(await bodies([line, caddy], '01M7XPS9H1AAAAAAAAAAAAAAAA')).toEqual(['request', 'INFO  handled request']);
  });

  it('may be no JSON', async () => {
    expect(await bodies([`something about ${id}`, `{"cut off ${id}`])).toEqual([
      `something about ${id}`,
      `{"cut off ${id}`,
    ]);
  });
});

it('a job that a request added is logged with its id when it is completed', async () => {
  const { lines, services } = recordLog();
  const requestId = ulid();
  await context.with(withRequestId(context.active(), requestId), () =>
    addJob(api.db, 'setUpBilling', { userId: ulid() }),
  );
  const worker = startJobWorker(services);
  const completed = () => Promise.resolve(lines.find((each) => each.includes('"body":"job completed"')));
  const found = await pollUntil(completed, Boolean);
  await worker.stop();
  expect(JSON.parse(found ?? '{}')).toMatchObject({
    severity_text: 'INFO',
    'si.request.id': requestId,
    'si.job.task': 'setUpBilling',
    'si.job.id': expect.stringMatching(/^\d+$/) as string,
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  });
});
