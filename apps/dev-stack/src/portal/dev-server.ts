import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApiProxy, isForApi } from './api-proxy.ts';
import { readPortalEnvironment } from './settings.ts';

/** The part of Vite's API that is used here. Vite is loaded from the portal's dependencies, so its types cannot be imported. */
interface Vite {
  createServer: (options: {
    root: string;
    appType: 'spa';
    server: { middlewareMode: true; hmr: { server: Server } };
  }) => Promise<{ middlewares: RequestListener; close(): Promise<void> }>;
}

const { host, port, folder, settings, apiUpstream } = readPortalEnvironment(process.env);
const server = createServer();

process.chdir(folder);
const entry = createRequire(path.join(folder, 'package.json')).resolve('vite');
const { createServer: createVite } = (await import(pathToFileURL(entry).href)) as Vite;
const vite = await createVite({
  root: folder,
  appType: 'spa',
  server: { middlewareMode: true, hmr: { server } },
});

const proxy = apiUpstream === undefined ? undefined : createApiProxy(apiUpstream);

server.on('request', (request, response) => {
  const pathname = request.url?.split('?')[0] ?? '/';
  if (proxy && isForApi(pathname)) {
    proxy(request, response);
  } else if (pathname === '/health') {
    response.end('ok\n');
  } else if (pathname === '/config.json') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
    response.end(JSON.stringify(settings));
  } else {
    vite.middlewares(request, response);
  }
});
server.listen(port, host, () => process.stdout.write(`The portal dev server listens on port ${port}.\n`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.closeAllConnections();
    void vite.close().then(() => process.exit(0));
  });
}
