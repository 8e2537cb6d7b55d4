import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between the API and its database that a test can break. */
export interface TcpProxy {
  /** The target's address, by way of the proxy. */
  readonly url: string;
  /** Nothing gets through in either direction, on connections old and new, until `pass`; none is closed. */
  stall(): void;
  /** Ends all connections, and every new one at once. */
  refuse(): void;
  pass(): void;
  /** Ends the next connection on which the target says this, instead of handing it on; resolves when that has happened. */
  cutAt(words: string): Promise<void>;
  close(): Promise<void>;
}

/** Two ways that break and heal together; its address is the first one’s. */
export function together(one: TcpProxy, other: TcpProxy): TcpProxy {
  const both = (act: (proxy: TcpProxy) => void) => () => [one, other].forEach(act);
  return {
    url: one.url,
    stall: both((proxy) => proxy.stall()),
    refuse: both((proxy) => proxy.refuse()),
    pass: both((proxy) => proxy.pass()),
    cutAt: (words) => one.cutAt(words),
    async close() {
      await Promise.all([one.close(), other.close()]);
    },
  };
}

/** Stands between a client and the server of an address. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: 'pass' | 'stall' | 'refuse' = 'pass';
  let cut: { words: string; done: () => void } | null = null;

  const server = createServer((client) => {
    if (mode === 'refuse') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) {
      if (mode === 'stall') socket.pause();
      socket.on('error', end).on('close', end);
    }
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => {
      if (cut && data.includes(cut.words)) {
        cut.done();
        cut = null;
        end();
      } else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetUrl);
  url.port = String((server.address() as AddressInfo).port);

  const become = (next: typeof mode) => {
    mode = next;
    for (const [client, upstream] of pairs) {
      for (const socket of [client, upstream]) {
        if (next === 'pass') socket.resume();
        else if (next === 'stall') socket.pause();
        else socket.destroy();
      }
    }
  };
  return {
    url: url.href,
    stall: () => become('stall'),
    refuse: () => become('refuse'),
    pass: () => become('pass'),
    cutAt: (words) => new Promise((done) => (cut = { words, done })),
    async close() {
      become('refuse');
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
