import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { urls } from './urls.ts';

/** Requests that wait until the test releases them, so that a test does not depend on timing. */
export interface PausedRequests {
  /** The number of paused requests so far. */
  readonly count: () => number;
  readonly release: () => void;
}

/** The proxy connects only to this machine. */
const localHost = 'localhost';

/** A proxy for a browser. It can make the API unreachable and pause requests to it. */
export class Network {
  readonly #server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  readonly #pauses = new Set<{ pattern: RegExp; count: number; released: Promise<void> }>();
  #isApiDown = false;
  #preflightDelayMs = 0;

  static async start(): Promise<Network> {
    const network = new Network();
    // `CONNECT` requests come from the test itself and are passed through.
    network.#server.on('connect', ({ url }: IncomingMessage, client) => {
      const { hostname, port } = new URL(`http://${url ?? ''}`);
      if (hostname !== localHost) return void client.destroy();
      const upstream = connect(Number(port), hostname, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      for (const socket of [client, upstream])
        socket.on('error', () => [client, upstream].forEach((socket) => socket.destroy()));
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get proxy(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  takeApiDown(): void {
    this.#isApiDown = true;
  }

  restoreApi(): void {
    this.#isApiDown = false;
  }

  /** Delays preflight requests, which the browser's own emulation of a slow network does not. */
  delayPreflights(ms: number): void {
    this.#preflightDelayMs = ms;
  }

  /** Pauses API requests whose method and path match, for example `GET /whoami`. */
  pauseRequests(pattern: RegExp): PausedRequests {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const pause = { pattern, count: 0, released };
    this.#pauses.add(pause);
    return {
      count: () => pause.count,
      release: () => {
        this.#pauses.delete(pause);
        release();
      },
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '');
    if (url.hostname !== localHost) return void outgoing.writeHead(403).end('Only this machine can be reached.');
    if (url.href.startsWith(`${urls.authApi}/`)) {
      const methodAndPath = `${incoming.method ?? ''} ${(url.origin + url.pathname).slice(urls.authApi.length)}`;
      for (const pause of this.#pauses) {
        if (!pause.pattern.test(methodAndPath)) continue;
        pause.count += 1;
        await pause.released;
      }
      if (this.#isApiDown) {
        incoming.socket.destroy();
        return;
      }
    }
    const { method, headers } = incoming;
    if (method === 'OPTIONS') await setTimeout(this.#preflightDelayMs);
    const forwarded = request(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}
