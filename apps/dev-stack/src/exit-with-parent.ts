// Loaded into every process of the stack before its own code. The parent process holds the other end of the pipe on file
// descriptor 3. When the parent exits for any reason, even SIGKILL, the pipe closes and this process exits, too.
import { Socket } from 'node:net';

const parentPipe = new Socket({ fd: 3, readable: true, writable: false });
parentPipe.on('close', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 9000).unref();
});
parentPipe.resume();
parentPipe.unref();
