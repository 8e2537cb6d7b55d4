/** @takes 9 s */
import { signUpCalls } from '@portal/contract';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import type { Problem } from '../src/http/problem.ts';
import { requestContext } from '../src/http/request-context.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { sendFile } from '../src/http/send-file.ts';
import { createLog } from '../src/log.ts';
import { startApi, type TestApi } from './support/api.ts';
import { listen, type Listening, type RawReader } from './support/raw-reader.ts';
import { until } from './support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ DATABASE_WAIT_MS: '1300' });
});
afterAll(() => api.close());

/** Serves what comes in these parts to readers who may take in nothing for so long. */
function serve(parts: () => AsyncGenerator<string>, readerWaitMs?: number) {
  const failures: unknown[] = [];
  const lines: string[] = [];
  const answerFailure: ErrorRequestHandler = (error, _req, res, _next) => {
    failures.push(error);
    if (res.headersSent) res.destroy();
    else res.status(500).end();
  };
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const app = express()
    .use(requestContext({ log, metrics: new Metrics({}) }))
    .get('/file', (_req, res) =>
      sendFile(res, signUpCalls.reportSignupsCsv, { fileName: 'a.csv', parts: parts() }, api.services, readerWaitMs),
    )
    .use(answerFailure);
  return { app, failures, logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

/** Downloads what comes in these parts. */
function download(parts: () => AsyncGenerator<string>) {
  const { app, failures } = serve(parts);
  return { response: request(app).get('/file'), failures };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Something that is waited for until it happens. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a download', () => {
  it('is all its parts, although together they take longer than one may', async () => {
    const { response } = download(async function* () {
      for (const part of ['a', 'b', 'c']) {
        await pause(600);
        yield part;
      }
    });
    expect((await response).text).toBe('abc');
  });

  it('that can’t be begun is an error', async () => {
    const brokenPart = () => Promise.reject<string>(new Error('broken'));
    const { response, failures } = download(async function* () {
      await pause(1);
      yield await brokenPart();
    });
    expect((await response).status).toBe(500);
    expect(failures).toEqual([new Error('broken')]);
  });

  it('that takes too long to begin is one, too', async () => {
    const answered = gate();
    const { response, failures } = download(async function* () {
      await answered.opened;
      yield 'late';
    });
    expect((await response).status).toBe(500);
    answered.open();
    expect((failures[0] as Problem).type).toBe('DatabaseUnavailable');
  });

  it('that can’t be finished is broken off, lest a part be taken for the whole', async () => {
    const { response, failures } = download(async function* () {
      yield 'a';
      await pause(1);
      throw new Error('broken');
    });
    await expect(response).rejects.toThrow('aborted');
    expect(failures).toEqual([new Error('broken')]);
  });
});

const chunk = 'a'.repeat(100_000);

/** A download without an end: whether somebody asked for it, and whether somebody still makes parts of it. */
function endless(mayBegin: Promise<unknown> = Promise.resolve()) {
  const [asked, ended] = [gate(), gate()];
  async function* parts() {
    asked.open();
    try {
      for (await mayBegin; ; await pause(1)) yield chunk;
    } finally {
      ended.open();
    }
  }
  return { parts, asked: asked.opened, ended: ended.opened };
}

/** What is known of a download meanwhile. */
interface Told {
  readonly asked: Promise<void>;
  readonly logged: () => readonly unknown[];
}

describe('[2.workspace-admin-pa.8] the reader of a download', () => {
  let server: Listening | undefined;
  afterEach(() => server?.close());

  /** What becomes of an endless download to somebody who reads so. */
  async function readSo(read: (reader: RawReader, told: Told) => Promise<void>, mayBegin?: Promise<void>) {
    const { parts, asked, ended } = endless(mayBegin);
    const { app, failures, logged } = serve(parts, 1_000);
    server = await listen(app);
    await read(server.ask('/file'), { asked, logged });
    await ended;
    return { failures, lines: logged().map(({ msg, status, aborted }) => [msg, status, aborted]) };
  }

  it('who hangs up midway ends it, and that is no failure', async () => {
    const { failures, lines } = await readSo(async (reader) => {
      await reader.take(500_000);
      reader.hangUp();
    });
    expect([failures, lines]).toEqual([[], [['request', 200, true]]]);
  });

  it('who hangs up before it began ends it, and was told no status', async () => {
    const left = gate();
    const { failures, lines } = await readSo(async (reader, { asked, logged }) => {
      await asked;
      reader.hangUp();
      await until(
        () => Promise.resolve(logged().length),
        (count) => count > 0,
      );
      left.open();
    }, left.opened);
    expect([failures, lines]).toEqual([[], [['request', null, true]]]);
  });

  it('who stops reading is hung up on', async () => {
    const { failures, lines } = await readSo(async (reader) => {
      await reader.take(500_000);
      reader.stopReading();
    });
    const told = ['a download was broken off: its reader took nothing in any more', undefined, undefined];
    expect([failures, lines]).toEqual([[], [told, ['request', 200, true]]]);
  });

  it('who reads slowly is waited for', async () => {
    const { app } = serve(endless().parts, 1_500);
    server = await listen(app);
    const reader = server.ask('/file');
    for (let taken = 0; taken < 10; taken++) {
      await reader.take(1_000_000);
      reader.stopReading();
      await pause(200);
    }
    await reader.take(10_000_000);
  });
});
