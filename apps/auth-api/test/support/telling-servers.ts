import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';

interface TellingServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A mail server that refuses every recipient and repeats the address while it does. */
export async function startTellingMailServer(password: string): Promise<TellingServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.write('220 mail.test ESMTP\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().trim().split('\r\n')) socket.write(`${replyTo(line)}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://portal:${password}@127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function replyTo(line: string): string {
  if (/^EHLO/i.test(line)) return '250-mail.test\r\n250 AUTH PLAIN';
  if (/^AUTH/i.test(line)) return '235 welcome';
  const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
  return recipient === undefined ? '250 ok' : `550 5.1.1 <${recipient}> is not known here`;
}

/** An identity provider that fails at everything and says about whom. */
export async function startTellingProvider(body: object): Promise<TellingServer> {
  const server = createHttpServer((req, res) => {
    const status = req.url?.startsWith('/api/v2/jobs') ? 200 : 400;
    res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 200 ? `{${JSON.stringify(body)}` : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
