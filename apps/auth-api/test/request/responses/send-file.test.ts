/** @takes 9 s */
import { signUpCalls } from '@portal/contract';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { apiError, type ApiError } from '../../../src/platform/errors/api-error.ts';
import { requestContext } from '../../../src/request/call/request-context.ts';
import { Metrics } from '../../../src/platform/observability/metrics.ts';
import { sendFile } from '../../../src/request/responses/send-file.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { startRawHttpServer, type RawHttpServer, type RawHttpResponse } from '../../support/raw-http-client.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ DATABASE_TIMEOUT_MS: '1300' });
});
afterAll(() => api.close());

/** An app that serves a download of these parts. It disconnects a client that reads nothing for `readTimeoutMs`. */
function serve(
  parts: () => AsyncGenerator<string>,
  readTimeoutMs?: number,
  checkRights: () => Promise<void> = () => Promise.resolve(),
) {
  const errors: unknown[] = [];
  const lines: string[] = [];
  const recordError: ErrorRequestHandler = (error, _req, res, _next) => {
    errors.push(error);
    if (res.headersSent) res.destroy();
    else res.status(500).end();
  };
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const app = express()
    .use(requestContext({ log, metrics: new Metrics({}) }))
    .get('/file', (_req, res) =>
      sendFile(
        res,
        signUpCalls.reportSignupsCsv,
        { fileName: 'a.csv', parts: parts() },
        api.services,
        checkRights,
        readTimeoutMs,
      ),
    )
    .use(recordError);
  return { app, errors, logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

/** Requests a download of these parts. */
function download(parts: () => AsyncGenerator<string>) {
  const { app, errors } = serve(parts);
  return { response: request(app).get('/file'), errors };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a download', () => {
  it('contains all parts, even if together they exceed the timeout of one', async () => {
    const { response } = download(async function* () {
      for (const part of ['a', 'b', 'c']) {
        await pause(600);
        yield part;
      }
    });
    expect((await response).text).toBe('abc');
  });

  it('that fails before the first part is an error', async () => {
    const failingPart = () => Promise.reject<string>(new Error('broken'));
    const { response, errors } = download(async function* () {
      await pause(1);
      yield await failingPart();
    });
    expect((await response).status).toBe(500);
    expect(errors).toEqual([new Error('broken')]);
  });

  it('that does not start in time is an error', async () => {
    const firstPart = gate();
    const { response, errors } = download(async function* () {
      await firstPart.opened;
      yield 'late';
    });
    expect((await response).status).toBe(500);
    firstPart.open();
    expect((errors[0] as ApiError).type).toBe('DatabaseUnavailable');
  });

  it('that does not start in time releases what its first part holds', async () => {
    const [firstPart, released] = [gate(), gate()];
    const { response } = download(async function* () {
      try {
        await firstPart.opened;
        yield 'late';
      } finally {
        released.open();
      }
    });
    expect((await response).status).toBe(500);
    firstPart.open();
    await released.opened;
  });

  it('that fails midway closes the connection, so that it does not look complete', async () => {
    const { response, errors } = download(async function* () {
      yield 'a';
      await pause(1);
      throw new Error('broken');
    });
    await expect(response).rejects.toThrow('aborted');
    expect(errors).toEqual([new Error('broken')]);
  });
});

const chunk = 'a'.repeat(100_000);

/** An endless download, with promises for when it is requested and when it stops producing parts. */
function endlessDownload(mayStart: Promise<unknown> = Promise.resolve()) {
  const [requested, ended] = [gate(), gate()];
  async function* parts() {
    requested.open();
    try {
      for (await mayStart; ; await pause(1)) yield chunk;
    } finally {
      ended.open();
    }
  }
  return { parts, requested: requested.opened, ended: ended.opened };
}

interface DownloadProgress {
  readonly requested: Promise<void>;
  readonly logged: () => readonly unknown[];
}

describe('[2.workspace-admin-pa.8] the client of a download', () => {
  let server: RawHttpServer | undefined;
  afterEach(() => server?.close());

  /** Starts an endless download for a client with this behavior, and returns the errors and log entries after it ends. */
  async function downloadWith(
    read: (client: RawHttpResponse, progress: DownloadProgress) => Promise<void>,
    mayStart?: Promise<void>,
    checkRights?: () => Promise<void>,
  ) {
    const { parts, requested, ended } = endlessDownload(mayStart);
    const { app, errors, logged } = serve(parts, 1_000, checkRights);
    server = await startRawHttpServer(app);
    await read(server.get('/file'), { requested, logged });
    await ended;
    return {
      errors,
      lines: logged().map((line) => [line['body'], line['http.response.status_code'], line['si.response.aborted']]),
    };
  }

  it('that disconnects midway stops the download without an error', async () => {
    const { errors, lines } = await downloadWith(async (client) => {
      await client.take(500_000);
      client.hangUp();
    });
    expect([errors, lines]).toEqual([[], [['request', 200, true]]]);
  });

  it('that disconnects before the start stops the download, and the log has no status', async () => {
    const disconnected = gate();
    const { errors, lines } = await downloadWith(async (client, { requested, logged }) => {
      await requested;
      client.hangUp();
      await pollUntil(
        () => Promise.resolve(logged().length),
        (count) => count > 0,
      );
      disconnected.open();
    }, disconnected.opened);
    expect([errors, lines]).toEqual([[], [['request', undefined, true]]]);
  });

  it('that stops reading is disconnected', async () => {
    const { errors, lines } = await downloadWith(async (client) => {
      await client.take(500_000);
      client.stopReading();
    });
    const warning = ['download aborted: the client stopped reading', undefined, undefined];
    expect([errors, lines]).toEqual([[], [warning, ['request', 200, true]]]);
  });

  it('that loses its rights is disconnected, and the rights are checked at most once a second', async () => {
    const startedAt = performance.now();
    let checks = 0;
    const { errors, lines } = await downloadWith(
      (client) => client.take(10_000_000_000).catch(() => {}),
      undefined,
      () => (++checks < 3 ? Promise.resolve() : Promise.reject(apiError('NotSignedIn'))),
    );
    expect(performance.now() - startedAt).toBeGreaterThan(2_900);
    const info = ['download aborted: the client may no longer have the file', undefined, undefined];
    expect([errors, lines, checks]).toEqual([[], [info, ['request', 200, true]], 3]);
  });

  it('is disconnected if its rights cannot be checked', async () => {
    const { errors } = await downloadWith(
      (client) => client.take(10_000_000_000).catch(() => {}),
      undefined,
      () => Promise.reject(new Error('no database')),
    );
    expect(errors).toEqual([new Error('no database')]);
  });

  it('that reads slowly gets the whole download', async () => {
    const { app } = serve(endlessDownload().parts, 1_500);
    server = await startRawHttpServer(app);
    const client = server.get('/file');
    for (let chunkIndex = 0; chunkIndex < 10; chunkIndex++) {
      await client.take(1_000_000);
      client.stopReading();
      await pause(200);
    }
    await client.take(10_000_000);
  });
});
