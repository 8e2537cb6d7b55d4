import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, listen } from './listen.ts';

export interface ForwardingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A proxy that appends the address of its client to `X-Forwarded-For`, as load balancers and CDNs do. It connects from `localAddress`,
 * an address of the loopback range.
 */
export async function startForwardingProxy(target: string, localAddress: string): Promise<ForwardingProxy> {
  const server = createServer((req, res) => {
    const forwardedFor = [req.headers['x-forwarded-for'], req.socket.remoteAddress].filter(Boolean).join(', ');
    const headers = { ...req.headers, 'x-forwarded-for': forwardedFor };
    const forwarded = request(
      new URL(req.url ?? '/', target),
      { method: req.method, headers, localAddress },
      (response) => {
        res.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(res);
      },
    );
    forwarded.on('error', (error) => res.destroy(error));
    req.pipe(forwarded);
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closeServer(server),
  };
}
