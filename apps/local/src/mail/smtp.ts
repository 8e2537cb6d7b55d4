import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Log } from '../stand-in/request-log.ts';
import { whereabouts } from '../stand-in/server.ts';
import type { MailFaults } from './mail-faults.ts';
import type { Messages } from './messages.ts';

interface Smtp {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** A real mail server that takes every letter and delivers none. */
export async function startSmtp(port: number, messages: Messages, faults: MailFaults, log: Log): Promise<Smtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    closeTimeout: 500,
    onConnect: (_session, done) => {
      faults.whenAnswering(() => {
        done();
      });
    },
    onRcptTo: (_address, _session, done) => {
      const refusal = faults.refusal();
      if (refusal) log('SMTP refused a recipient, as a test asked for');
      done(refusal);
    },
    onData: (stream, session, done) => {
      take(stream, session, messages).then(
        () => {
          log('SMTP took a mail');
          done();
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, whereabouts().host, () => {
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

async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession, messages: Messages): Promise<void> {
  const raw = await buffer(stream);
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  await messages.receive(raw, { from, to: envelope.rcptTo.map(({ address }) => address) });
}
