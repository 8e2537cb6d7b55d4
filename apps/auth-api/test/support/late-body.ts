import { jest } from '@jest/globals';
import { requestUlidHeader } from '@portal/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, request as httpRequest } from 'node:http';
import pg from 'pg';
import { ulid } from 'ulid';
import type { Credentials, TestApi } from './api.ts';
import { closeServer, listen } from './listen.ts';

/** A response of the API to a request whose body arrived late. */
export interface LateResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Sends requests whose bodies arrive late. */
export interface SlowClient {
  /**
   * Sends the headers and the first byte of a request, and waits until the API has authenticated it. Then runs `meanwhile`, and
   * sends the rest of the body.
   */
  send(
    request: { method: string; path: string; credentials: Credentials; body: object },
    meanwhile: () => Promise<unknown>,
  ): Promise<LateResponse>;
  close(): Promise<void>;
}

export async function startSlowClient({ app, services: { settings } }: TestApi): Promise<SlowClient> {
  const server = createServer(app);
  const port = await listen(server);
  return {
    async send({ method, path, credentials: { cookie, token }, body }, meanwhile) {
      const text = JSON.stringify(body);
      const headers = {
        ...(cookie !== undefined && { Cookie: cookie }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        Referer: `${settings.PORTAL_URL}/`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
        [requestUlidHeader]: ulid(),
      };
      const query = jest.spyOn(pg.Client.prototype, 'query');
      try {
        const request = httpRequest({ port, host: '127.0.0.1', method, path, headers });
        const response = new Promise<LateResponse>((resolve, reject) => {
          request.on('error', reject).on('response', (message) => {
            let received = '';
            message
              .setEncoding('utf8')
              .on('data', (part: string) => (received += part))
              .on('error', reject)
              .on('end', () => resolve({ status: message.statusCode ?? 0, body: JSON.parse(received) as unknown }));
          });
        });
        request.write(text.slice(0, 1));
        await authentication(query);
        await meanwhile();
        request.end(text.slice(1));
        return await response;
      } finally {
        query.mockRestore();
      }
    },
    async close() {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}

/** Resolves once the query that authenticates a session or an API token has returned. */
async function authentication(query: jest.SpiedFunction<pg.Client['query']>): Promise<void> {
  const textOf = ([first]: readonly unknown[]) =>
    typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
  for (;;) {
    const calls: readonly (readonly unknown[])[] = query.mock.calls;
    const index = calls.findIndex((call) =>
      /actor-(?:(?:in-workspace-)?by-session|by-(?:api|service-account)-token)/.test(textOf(call)),
    );
    if (index >= 0) {
      const result: unknown = query.mock.results[index]?.value;
      await result;
      return;
    }
    await sleep(2);
  }
}
