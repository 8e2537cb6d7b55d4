import { connect } from 'node:net';

/** Whether a server accepts a connection within a second. */
export const accepts = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const finish = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
