import { setTimeout as sleep } from 'node:timers/promises';
import type { Caddy } from '../caddy.ts';

/** Two proxies, of which the first has the public address. */
export interface Proxies {
  /** The URL of the proxy that has the public address. */
  url(): string;
  /** Kills that proxy and gives the address to the other one. Returns the function that starts the killed one again. */
  kill(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** What keepalived.conf allows: it notices a failed Caddy after two checks, two seconds apart, of at most a second. */
export const takeoverMs = 5_000;

/** Takes the part of keepalived, which needs a network of its own: the address moves as late as it may with keepalived. */
export async function startProxies(start: () => Promise<Caddy>, delayMs = takeoverMs): Promise<Proxies> {
  const running: Caddy[] = await Promise.all([start(), start()]);
  return {
    url: () => running[0]?.url ?? '',
    async kill() {
      const [failed] = running;
      await failed?.kill();
      await sleep(delayMs);
      running.shift();
      return async () => {
        running.push(await start());
      };
    },
    async stop() {
      await Promise.all(running.map((proxy) => proxy.stop()));
    },
  };
}
