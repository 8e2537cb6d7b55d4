import type { IncomingMessage, ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import type { Instance } from './instance.ts';

/** A request of Node's `http`. One of Express also has the URL from before a mounted router removed its path. */
type NodeRequest = IncomingMessage & { readonly originalUrl?: string };

/**
 * Answers the requests to the instance's endpoints, and passes on all others. One adapter serves both Express, as in
 * `app.use(nodeHandler(instance))`, and Node's `createServer`: without `next`, it answers 404 and 500 itself.
 * Put it before what reads bodies, such as `express.urlencoded()`.
 */
export function nodeHandler(instance: Pick<Instance, 'handle'>) {
  return async (
    request: NodeRequest,
    response: ServerResponse,
    next: (error?: unknown) => void = (error) => response.writeHead(error === undefined ? 404 : 500).end(),
  ): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'POST') {
      next();
      return;
    }
    try {
      const answer = await instance.handle(toFetchRequest(request));
      if (answer) await sendResponse(answer, response);
      else next();
    } catch (error) {
      next(error);
    }
  };
}

function toFetchRequest(request: NodeRequest): Request {
  const { method, originalUrl, url = '/' } = request;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(request.headersDistinct))
    for (const value of values) headers.append(name, value);
  // The kit reads only the path and the query.
  const target = `http://instance.invalid${originalUrl ?? url}`;
  if (method !== 'POST') return new Request(target, { headers });
  return new Request(target, { method, headers, body: ReadableStream.from(bodyOf(request)), duplex: 'half' });
}

/** Reads nothing until the kit does: most requests are for others. */
async function* bodyOf(request: NodeRequest): AsyncGenerator<Uint8Array> {
  if (request.readableDidRead) throw new Error('The body was read already: put nodeHandler before what reads bodies.');
  for await (const chunk of request) yield chunk as Uint8Array;
}

/** Sends a response of the Fetch standard, such as that of `bearerResponse`, as the answer of Node's `http` or of Express. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.end(Buffer.from(await answer.arrayBuffer()));
}
