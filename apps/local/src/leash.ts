// Loaded into every process of the stack before its own code. The process that started it holds the other end of the
// pipe on descriptor 3; when that process is gone, however it went, this one ends too.
import { Socket } from 'node:net';

const leash = new Socket({ fd: 3, readable: true, writable: false });
leash.on('close', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 9000).unref();
});
leash.resume();
leash.unref();
