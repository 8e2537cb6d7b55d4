import { readPortalEnvironment } from './settings.ts';
import { createPortalServer } from './http-server.ts';

const { host, port, ...options } = readPortalEnvironment(process.env);
const server = createPortalServer(options);

server.on('error', (error) => {
  process.stderr.write(`The portal can't listen on port ${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, host, () => process.stdout.write(`The portal server listens on port ${port}.\n`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
