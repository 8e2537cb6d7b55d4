import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { drain } from '../src/drain.ts';
import { listenUnlessStopping } from '../src/listen-at.ts';
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

  it('still answers on a connection that a proxy kept, when it takes no new ones any more, and then ends', async () => {
    let stopping = false;
    const server = createServer({ keepAliveTimeout: 60_000 }, (_req, res) => {
      if (stopping) res.setHeader('Connection', 'close');
      res.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const [used, unused] = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    if (!used || !unused) throw new Error('There are no connections.');
    expect([await ask(port, used), await ask(port, unused)]).toEqual(['200 keep-alive', '200 keep-alive']);

    stopping = true;
    const drained = drain(server);
    expect(await until(isRefused(port), (refused) => refused)).toBe(true);
    expect(await ask(port, used)).toBe('200 close');
    await drained;
    expect(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
    used.destroy();
    unused.destroy();
  });

  it('answers everybody who came while it was busy with something else', async () => {
    const server = createServer((_req, res) => res.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const drained = drain(server);
    const busyUntil = performance.now() + 1_000;
    const answers = new Promise((resolve) => {
      setImmediate(() => resolve(Promise.all(Array.from({ length: 10 }, () => ask(port, new Agent())))));
    });
    // Right behind them: they are at the door, and this process is kept from looking whether anybody is.
    setImmediate(() => {
      while (performance.now() < busyUntil);
    });
    expect(new Set((await answers) as string[])).toEqual(new Set(['200 close']));
    await drained;
  });
});
