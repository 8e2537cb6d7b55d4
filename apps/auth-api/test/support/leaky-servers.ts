import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { closeServer, listen } from './listen.ts';

/** A third-party server whose error messages repeat data of the request or of a user. */
interface LeakyServer {
  readonly url: string;
  close(): Promise<void>;
}

/** An SMTP server that rejects every recipient and repeats the address in its response. */
export async function startLeakyMailServer(password: string): Promise<LeakyServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.write('220 mail.test ESMTP\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().trim().split('\r\n')) socket.write(`${smtpReply(line)}\r\n`);
    });
  });
  const port = await listen(server);
  return {
    url: `smtp://portal:${password}@127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return closeServer(server);
    },
  };
}

function smtpReply(line: string): string {
  if (/^EHLO/i.test(line)) return '250-mail.test\r\n250 AUTH PLAIN';
  if (/^AUTH/i.test(line)) return '235 welcome';
  const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
  return recipient === undefined ? '250 ok' : `550 5.7.1 <${recipient}> may not be reached from here`;
}

/** An identity provider that fails every request and puts `body` into the response, for jobs as malformed JSON. */
export async function startLeakyIdentityProvider(body: object): Promise<LeakyServer> {
  const server = createHttpServer((req, res) => {
    const status = req.url?.startsWith('/api/v2/jobs') ? 200 : 400;
    res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 200 ? `{${JSON.stringify(body)}` : JSON.stringify(body));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}
