import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { listenUnlessStopping } from '../src/server/listen.ts';
import { shutDown } from '../src/server/shut-down.ts';
import { until } from './support/until.ts';

const isRefused = (port: number) => async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  return await once(socket, 'connect').then(
    () => {
      socket.destroy();
      return false;
    },
    () => true,
  );
};

async function ask(port: number, agent: Agent): Promise<string> {
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return `${answer.statusCode ?? 0} ${answer.headers['connection'] ?? ''}`;
}

describe('a process that stops', () => {
  it('does not open its port when it is told to stop before it listens', async () => {
    const place = { host: '127.0.0.1', port: 0, setting: 'PORT' };
    const [stopped, working] = [createServer(), createServer()];
    expect(await listenUnlessStopping(stopped, place, AbortSignal.abort())).toBeNull();
    expect(stopped.listening).toBe(false);
    const port = await listenUnlessStopping(working, place, new AbortController().signal);
    expect(await isRefused(port ?? 0)()).toBe(false);
    working.close();
  });

  it('goes on answering for a while, on new connections and on those that a proxy keeps, then closes them and its port', async () => {
    let stopping = false;
    const server = createServer({ keepAliveTimeout: 60_000 }, (_req, res) => {
      if (stopping) res.setHeader('Connection', 'close');
      res.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const [used, unused, late] = [1, 2, 3].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    if (!used || !unused || !late) throw new Error('There are no connections.');
    expect([await ask(port, used), await ask(port, unused)]).toEqual(['200 keep-alive', '200 keep-alive']);

    stopping = true;
    const closed = shutDown(server);
    expect([await ask(port, used), await ask(port, late)]).toEqual(['200 close', '200 close']);
    await closed;
    expect(await isRefused(port)()).toBe(true);
    expect(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
    for (const agent of [used, unused, late]) agent.destroy();
  });

  it('waits for a response that began before, then closes its connection', async () => {
    const finished = new AbortController();
    const server = createServer({ keepAliveTimeout: 60_000 }, (_req, res) => {
      res.write('begun');
      finished.signal.addEventListener('abort', () => res.end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
    const closed = shutDown(server);
    expect(await until(isRefused(port), (refused) => refused)).toBe(true);
    finished.abort();
    answer.resume();
    await once(answer, 'end');
    await closed;
    agent.destroy();
  });

  it('answers everybody who connected while it was busy with something else', async () => {
    const server = createServer((_req, res) => res.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const closed = shutDown(server);
    const busyUntil = performance.now() + 2_000;
    const answers = new Promise((resolve) => {
      setImmediate(() => resolve(Promise.all(Array.from({ length: 10 }, () => ask(port, new Agent())))));
    });
    // The system has queued their connections by now, and the process is busy until the port is about to close.
    setImmediate(() => {
      while (performance.now() < busyUntil);
    });
    expect(new Set((await answers) as string[])).toEqual(new Set(['200 close']));
    await closed;
  });
});
