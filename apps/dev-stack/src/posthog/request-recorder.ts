import { gunzipSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';

const maxRequests = 1_000;
const maxBodyBytes = 20_000_000;

/** A request of a client, with its decompressed body. */
export interface ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: object;
  readonly body: string;
}

/** The most recent requests of clients, so that a test can check what they contain. */
export class RequestRecorder {
  readonly requests: ClientRequest[] = [];

  /** Reads the body regardless of its content type, for `parsePayload`. */
  readonly middleware: RequestHandler[] = [
    express.raw({ type: () => true, limit: maxBodyBytes }),
    (request, response, next) => {
      const body = Buffer.isBuffer(request.body) ? decodeBody(request.body) : '';
      const { method, originalUrl: url, headers } = request;
      this.requests.push({ method, url, headers, body });
      if (this.requests.length > maxRequests) this.requests.shift();
      response.locals['body'] = body;
      next();
    },
  ];
}

/** Decodes gzip, form and base64 bodies. PostHog's browser client compresses without a `Content-Encoding` header. */
function decodeBody(bytes: Buffer): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isGzip ? gunzipSync(bytes, { maxOutputLength: maxBodyBytes }) : bytes).toString('utf8');
  const data = text.startsWith('data=') ? (new URLSearchParams(text).get('data') ?? '') : text;
  return /^\s*[[{]/.test(data) ? data : Buffer.from(data, 'base64').toString('utf8');
}

/** The parsed body of a request; undefined if it is not JSON. */
export function parsePayload(locals: Record<string, unknown>): unknown {
  try {
    return JSON.parse(String(locals['body']));
  } catch {
    return undefined;
  }
}

/** Allows requests from any origin. */
export const cors: RequestHandler = (request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': request.get('access-control-request-headers') ?? '*',
    'Access-Control-Max-Age': '86400',
  });
  if (request.method === 'OPTIONS') response.status(204).end();
  else next();
};
