import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { addresses } from './addresses.ts';

/** What is waited for is let through when the test says so, so that no test has to know how long anything takes. */
export interface Held {
  /** How many requests were made so far. */
  readonly count: () => number;
  readonly release: () => void;
}

/** Nothing goes further than to this machine. */
const here = 'localhost';

/** A proxy between a browser and everything: it can cut the API off, and hold requests up. */
export class Network {
  readonly #server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  readonly #holds = new Set<{ what: RegExp; count: number; released: Promise<void> }>();
  #isApiDown = false;

  static async open(): Promise<Network> {
    const network = new Network();
    // So come the test's own requests, which are no part of what it tries out.
    network.#server.on('connect', ({ url }: IncomingMessage, near) => {
      const { hostname, port } = new URL(`http://${url ?? ''}`);
      if (hostname !== here) return void near.destroy();
      const far = connect(Number(port), hostname, () => near.write('HTTP/1.1 200 OK\r\n\r\n'));
      for (const end of [near, far]) end.on('error', () => [near, far].forEach((each) => each.destroy()));
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get proxy(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cutOffApi(): void {
    this.#isApiDown = true;
  }

  bringApiBack(): void {
    this.#isApiDown = false;
  }

  /** Holds up the API's requests whose method and path match. */
  hold(what: RegExp): Held {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold = { what, count: 0, released };
    this.#holds.add(hold);
    return {
      count: () => hold.count,
      release: () => {
        this.#holds.delete(hold);
        release();
      },
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '');
    if (url.hostname !== here) return void outgoing.writeHead(403).end();
    if (url.origin === addresses.authApi) {
      const said = `${incoming.method ?? ''} ${url.pathname}`;
      for (const hold of this.#holds) {
        if (!hold.what.test(said)) continue;
        hold.count += 1;
        await hold.released;
      }
      if (this.#isApiDown) {
        incoming.socket.destroy();
        return;
      }
    }
    const { method, headers } = incoming;
    const forwarded = request(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}
