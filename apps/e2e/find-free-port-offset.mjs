// Prints a PORT_OFFSET at which all ports of the stack are free. The ports stay below 32768, where systems assign
// ephemeral ports, so that they remain free until the stack starts.
import { createServer } from 'node:net';

const ports = [8080, 9000, 9001, 9002, 9003, 9004, 9005, 9006, 9007, 9025, 9432];

for (;;) {
  const offset = 11_000 + Math.floor(Math.random() * 246) * 50;
  const free = await Promise.all(ports.map((port) => isFree(port + offset)));
  if (free.every(Boolean)) {
    process.stdout.write(`${offset}\n`);
    break;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
