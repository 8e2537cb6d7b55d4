import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Log } from '../emulator/request-log.ts';
import { bindAddress } from '../emulator/server.ts';
import type { SmtpFaults } from './smtp-faults.ts';
import type { Messages } from './messages.ts';

interface Smtp {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts an SMTP server that receives emails and delivers none. */
export async function startSmtp(port: number, messages: Messages, faults: SmtpFaults, log: Log): Promise<Smtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    closeTimeout: 500,
    onConnect: (_session, done) => {
      faults.whenGreeting(() => {
        done();
      });
    },
    onRcptTo: (_address, { hostNameAppearsAs, envelope }, done) => {
      const rejection = faults.rejection({
        clientName: hostNameAppearsAs,
        accepted: envelope.rcptTo.length,
      });
      if (rejection) log('SMTP rejected a recipient (injected fault)');
      done(rejection);
    },
    onData: (stream, session, done) => {
      receive(stream, session, messages).then(
        () => {
          log('SMTP received an email');
          faults.whenConfirming(() => done());
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, bindAddress().host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => {
    log(`SMTP: ${error.message}`);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

async function receive(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  messages: Messages,
): Promise<void> {
  const raw = await buffer(stream);
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  await messages.receive(raw, { from, to: envelope.rcptTo.map(({ address }) => address) });
}
