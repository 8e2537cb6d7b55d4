import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen } from './listen.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
  /** The body as a form. */
  readonly form: URLSearchParams;
}

/** An instance that records what it receives. `status` null: it never responds. */
export class Instance {
  readonly received: Received[] = [];
  status: number | null = 200;
  url = '';
  readonly #server: Server = createServer((request, response) => {
    void this.#record(request).then(() => {
      if (this.status !== null)
        response.writeHead(this.status, { location: `${this.url}/elsewhere` }).end('x'.repeat(9_999));
    });
  });

  async start(): Promise<void> {
    const port = await listen(this.#server);
    this.url = `http://localhost:${port}`;
  }

  async #record(request: IncomingMessage): Promise<void> {
    const { method, url, headers } = request;
    const body = await text(request);
    this.received.push({ method, url, contentType: headers['content-type'], body, form: new URLSearchParams(body) });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await closeServer(this.#server);
  }
}
