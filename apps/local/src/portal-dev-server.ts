import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPortalEnvironment } from './portal-settings.ts';

/** The little of Vite that is used here; the portal's own Vite is loaded, so there is no type to import. */
interface Vite {
  createServer: (options: {
    root: string;
    appType: 'spa';
    server: { middlewareMode: true; hmr: { server: Server } };
  }) => Promise<{ middlewares: RequestListener; close(): Promise<void> }>;
}

const { host, port, folder, settings } = readPortalEnvironment(process.env);
const server = createServer();

process.chdir(folder);
const entry = createRequire(path.join(folder, 'package.json')).resolve('vite');
const { createServer: createVite } = (await import(pathToFileURL(entry).href)) as Vite;
const vite = await createVite({
  root: folder,
  appType: 'spa',
  server: { middlewareMode: true, hmr: { server } },
});

server.on('request', (request, response) => {
  const name = request.url?.split('?')[0];
  if (name === '/health') {
    response.end('ok\n');
  } else if (name === '/config.json') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
    response.end(JSON.stringify(settings));
  } else {
    vite.middlewares(request, response);
  }
});
server.listen(port, host, () => process.stdout.write(`The portal is served from its sources on port ${port}.\n`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.closeAllConnections();
    void vite.close().then(() => process.exit(0));
  });
}
