import { signUpCalls } from '@portal/contract';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import type { Problem } from '../src/http/problem.ts';
import { sendFile } from '../src/http/send-file.ts';
import { startApi, type TestApi } from './support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ DATABASE_WAIT_MS: '1300' });
});
afterAll(() => api.close());

/** Downloads what comes in these parts. */
function download(parts: () => AsyncGenerator<string>) {
  const failures: unknown[] = [];
  const answerFailure: ErrorRequestHandler = (error, _req, res, _next) => {
    failures.push(error);
    if (res.headersSent) res.destroy();
    else res.status(500).end();
  };
  const app = express()
    .get('/file', (_req, res) =>
      sendFile(res, signUpCalls.reportSignupsCsv, { fileName: 'a.csv', parts: parts() }, api.services),
    )
    .use(answerFailure);
  return { response: request(app).get('/file'), failures };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
    const { response, failures } = download(async function* () {
      await pause(1);
      throw new Error('broken');
    });
    expect((await response).status).toBe(500);
    expect(failures).toEqual([new Error('broken')]);
  });

  it('that takes too long to begin is one, too', async () => {
    const { response, failures } = download(async function* () {
      await pause(2500);
      yield 'late';
    });
    expect((await response).status).toBe(500);
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
