import { request, type RequestListener } from 'node:http';

/** Whether a request is for the API, if the portal serves it under `/api`. Source of the second: RFC 8414 section 3.1. */
export const isForApi = (path: string): boolean =>
  path.startsWith('/api/') || path === '/.well-known/oauth-authorization-server/api';

/** Forwards requests to the API, which removes `/api` itself. */
export function createApiProxy(upstream: string): RequestListener {
  return (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const forwarded = request(new URL(url, upstream), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  };
}
