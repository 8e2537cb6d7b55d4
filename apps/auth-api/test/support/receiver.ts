import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';
import { closeServer, listen } from './listen.ts';

export interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: Record<string, unknown>;
}

interface ReceiverAnswer {
  readonly status: number | null;
  readonly text?: string;
}

/** A receiver of webhook events, which records each and answers by `answer`. A status of null: it never answers. */
export class Receiver {
  readonly received: ReceivedEvent[] = [];
  answer: (event: ReceivedEvent) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 204 });
  url = '';
  readonly #server: Server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
      const sequence = Number(data['sequence']);
      const event = { path: request.url ?? '', headers: request.headers, body, type, sequence, data };
      this.received.push(event);
      const { status, text: answer = '' } = await this.answer(event);
      if (status !== null) response.writeHead(status).end(answer);
    });
  });

  async start(): Promise<void> {
    this.url = `http://127.0.0.1:${await listen(this.#server)}/hook`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await closeServer(this.#server);
  }
}

/** Verifies an event as a receiver does. Throws if the signature is not valid. */
export const verifyEvent = ({ body, headers }: ReceivedEvent, secret: string): unknown =>
  new Verifier(secret).verify(body, headers as Record<string, string>);
