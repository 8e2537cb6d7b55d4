import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { securityTxt, type PortalSettings } from '@portal/contract';
import { securityHeaders } from './portal-headers.ts';
import { asStaticFile, type Encoding, type StaticFile, staticFiles } from './static-files.ts';

export interface PortalOptions {
  folder: string;
  settings: PortalSettings;
  https: boolean;
}

const anHour = 3600;
const forever = 'public, max-age=31536000, immutable';

/** Serves the built portal: its files, its settings, and its one page for every path of the router. */
export function portalHandler({ folder, settings, https }: PortalOptions): RequestListener {
  const headers = securityHeaders(settings, https);
  const find = staticFiles(folder);
  const config = asStaticFile('.json', Buffer.from(JSON.stringify(settings)));

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeaders(new Map(Object.entries(headers)));
    const name = pathOf(request.url ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      plain(response.setHeader('Allow', 'GET, HEAD'), 405, 'Only GET is served here.');
    } else if (name === undefined) {
      plain(response, 400, 'This address is malformed.');
    } else if (name === '/health') {
      plain(response, 200, 'ok');
    } else if (name === '/.well-known/security.txt') {
      plain(response, 200, securityTxt(settings.supportEmail, new Date()).trimEnd());
    } else if (name === '/config.json') {
      await send(request, response, config, 'no-cache');
    } else {
      await serve(name, request, response);
    }
  };

  const serve = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const file = name === '/' ? undefined : await find(name);
    if (file) {
      await send(request, response, file, cachingOf(name));
    } else if (name.startsWith('/assets/')) {
      plain(response, 404, 'There is no such file.');
    } else {
      const page = await find('/index.html');
      if (page) await send(request, response, page, 'no-cache');
      else plain(response, 503, 'The portal is not built yet.');
    }
  };

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'The portal could not be read.');
    });
  };
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split(/[?#]/)[0] ?? '/');
  } catch {
    return undefined;
  }
}

/** The build puts a hash of the content into the names of assets; everything else keeps its name from build to build. */
function cachingOf(name: string): string {
  if (name.startsWith('/assets/')) return forever;
  return /\.(svg|png|ico|woff2)$/.test(name) ? `public, max-age=${anHour}` : 'no-cache';
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  caching: string,
): Promise<void> {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  const body = await file.body(encoding);
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  response.setHeader('Cache-Control', caching).setHeader('ETag', etag).setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  const identity = await file.body('identity');
  if (body !== identity) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function encodingFor(accepted: string): Encoding {
  const offers = accepted.split(',').filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer));
  const names = offers.map((offer) => offer.split(';')[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}
