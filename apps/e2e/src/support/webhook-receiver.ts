import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
}

/** A customer's program that accepts the events of a webhook. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { type } = JSON.parse(body) as { type: string };
      received.push({ headers: request.headers, body, type });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/portal`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Verifies an event as a receiver does. Throws if the signature is not by this secret. */
export const verifyEvent = ({ body, headers }: ReceivedEvent, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
