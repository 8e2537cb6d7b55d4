import { gunzipSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';

const mostRequests = 1_000;
const mostBytes = 20_000_000;

/** A request of a client, its body unpacked. */
export interface ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: object;
  readonly body: string;
}

/** What clients sent lately, all of it, so that a test can look for what they should not have sent. */
export class Received {
  readonly requests: ClientRequest[] = [];

  /** Reads the body whatever it calls itself, for `payloadOf`. */
  readonly note: RequestHandler[] = [
    express.raw({ type: () => true, limit: mostBytes }),
    (request, response, next) => {
      const body = Buffer.isBuffer(request.body) ? textOf(request.body) : '';
      const { method, originalUrl: url, headers } = request;
      this.requests.push({ method, url, headers, body });
      if (this.requests.length > mostRequests) this.requests.shift();
      response.locals['body'] = body;
      next();
    },
  ];
}

/** Browsers pack by themselves and say so nowhere but in the query; the bytes say it better. */
function textOf(bytes: Buffer): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isGzip ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes).toString('utf8');
  const data = text.startsWith('data=') ? (new URLSearchParams(text).get('data') ?? '') : text;
  return /^\s*[[{]/.test(data) ? data : Buffer.from(data, 'base64').toString('utf8');
}

/** What a client sent, parsed; undefined if it is no JSON. */
export function payloadOf(locals: Record<string, unknown>): unknown {
  try {
    return JSON.parse(String(locals['body']));
  } catch {
    return undefined;
  }
}

/** Pages of any origin may tell what happened on them. */
export const openToBrowsers: RequestHandler = (request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': request.get('access-control-request-headers') ?? '*',
    'Access-Control-Max-Age': '86400',
  });
  if (request.method === 'OPTIONS') response.status(204).end();
  else next();
};
