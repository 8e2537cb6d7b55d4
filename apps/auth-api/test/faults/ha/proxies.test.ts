import { readReference } from './reference.ts';
import { startProxies, takeoverMs } from './proxies.ts';

function fakeCaddies() {
  const [started, killed, stopped]: [string[], string[], string[]] = [[], [], []];
  const start = () => {
    const url = `http://proxy-${started.length + 1}`;
    started.push(url);
    const recordIn = (list: string[]) => () => {
      list.push(url);
      return Promise.resolve();
    };
    return Promise.resolve({ url, pid: 0, kill: recordIn(killed), stop: recordIn(stopped) });
  };
  return { start, killed, stopped };
}

describe('the public address', () => {
  it('stays at the killed proxy until the other one takes it, and does not return', async () => {
    const { start, killed, stopped } = fakeCaddies();
    const proxies = await startProxies(start, 1);
    expect(proxies.url()).toBe('http://proxy-1');
    const killing = proxies.kill();
    expect([killed, proxies.url()]).toEqual([['http://proxy-1'], 'http://proxy-1']);
    const repair = await killing;
    expect(proxies.url()).toBe('http://proxy-2');
    await repair();
    expect(proxies.url()).toBe('http://proxy-2');
    await proxies.stop();
    expect(stopped).toEqual(['http://proxy-2', 'http://proxy-3']);
  });

  it('moves as late as keepalived may notice that Caddy has failed', async () => {
    const config = await readReference('keepalived.conf');
    const numberAfter = (text: string) => Number(new RegExp(`${text} (\\d+)`).exec(config)?.[1]);
    const [interval, fall, timeout] = ['interval', 'fall', '--max-time'].map(numberAfter) as [number, number, number];
    expect((interval * fall + timeout) * 1_000).toBe(takeoverMs);
  });
});
