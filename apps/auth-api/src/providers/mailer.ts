import { SpanKind } from '@opentelemetry/api';
import type { Transporter } from 'nodemailer';
import type { Settings } from '../settings.ts';
import { inSpan } from '../tracing/spans.ts';

const timeoutMs = 5_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the recipient stops such mails, by one click of a mail program (RFC 8058) or on the page that it opens. */
  readonly unsubscribeUrl?: string;
}

/** Sends mail; fails if the server did not take it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** `count` is told of each mail whether the server took it. */
export function smtpMailer(settings: Settings, count: (outcome: 'sent' | 'failed') => void): Mailer {
  let transport: Promise<Transporter> | undefined;
  const span = { kind: SpanKind.CLIENT, attributes: { 'server.address': new URL(settings.SMTP_URL).hostname } };
  return {
    async send({ unsubscribeUrl, ...mail }) {
      const headers = unsubscribeUrl !== undefined && {
        list: { unsubscribe: unsubscribeUrl },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      };
      try {
        await inSpan('send mail', span, async () => {
          // One that failed is not kept: the next mail tries again.
          transport ??= openTransport(settings).catch((error: unknown) => {
            transport = undefined;
            throw error;
          });
          await (await transport).sendMail({ ...mail, ...headers });
        });
      } catch (error) {
        count('failed');
        throw error;
      }
      count('sent');
    },
    async close() {
      (await transport)?.close();
    },
  };
}

/** nodemailer is loaded for the first mail: many a process sends none for hours. */
async function openTransport(settings: Settings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      url: settings.SMTP_URL,
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Else whoever sits between could take STARTTLS out of the server’s offer, and read along.
      requireTLS: settings.NODE_ENV === 'production',
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: named(settings) },
  );
}

/** An address without a name is shown with that of the product. */
const named = ({ MAIL_FROM, PRODUCT_NAME }: Settings) =>
  MAIL_FROM.includes('<') ? MAIL_FROM : { name: PRODUCT_NAME, address: MAIL_FROM };
