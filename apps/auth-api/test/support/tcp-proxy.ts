import { connect, createServer, type Socket } from 'node:net';
import { closeServer, listen } from './listen.ts';

/** A TCP proxy in front of a server, with which a test breaks the network. */
export interface TcpProxy {
  /** The target's URL with the host and port of the proxy. */
  readonly url: string;
  /** Forwards nothing in either direction, on existing and new connections, until `pass`. Connections stay open. */
  stall(): void;
  /** Closes all connections, and each new one at once. */
  refuse(): void;
  pass(): void;
  /** Closes the next connection on which the target sends this text, instead of forwarding it. Resolves when it has. */
  cutOn(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Two proxies that break and recover together. The URL, and `cutOn`, are those of the first. */
export function combineProxies(first: TcpProxy, second: TcpProxy): TcpProxy {
  const forBoth = (action: (proxy: TcpProxy) => void) => () => [first, second].forEach(action);
  return {
    url: first.url,
    stall: forBoth((proxy) => proxy.stall()),
    refuse: forBoth((proxy) => proxy.refuse()),
    pass: forBoth((proxy) => proxy.pass()),
    cutOn: (text) => first.cutOn(text),
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
}

export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: 'pass' | 'stall' | 'refuse' = 'pass';
  let cut: { text: string; done: () => void } | null = null;

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
      if (cut && data.includes(cut.text)) {
        cut.done();
        cut = null;
        end();
      } else client.write(data);
    });
  });
  const url = new URL(targetUrl);
  url.port = String(await listen(server));

  const setMode = (next: typeof mode) => {
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
    stall: () => setMode('stall'),
    refuse: () => setMode('refuse'),
    pass: () => setMode('pass'),
    cutOn: (text) => new Promise((done) => (cut = { text, done })),
    async close() {
      setMode('refuse');
      await closeServer(server);
    },
  };
}
