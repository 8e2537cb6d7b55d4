import { SpanKind } from '@opentelemetry/api';
import { createTransport } from 'nodemailer';
import type { Settings } from '../settings.ts';
import { inSpan } from '../tracing/spans.ts';

const timeoutMs = 5_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mail; fails if the server did not take it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** `count` is told of each mail whether the server took it. */
export function smtpMailer(settings: Settings, count: (outcome: 'sent' | 'failed') => void): Mailer {
  const transport = createTransport(
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
  const span = { kind: SpanKind.CLIENT, attributes: { 'server.address': new URL(settings.SMTP_URL).hostname } };
  return {
    async send(mail) {
      try {
        await inSpan('send mail', span, () => transport.sendMail(mail));
      } catch (error) {
        count('failed');
        throw error;
      }
      count('sent');
    },
    close: () => transport.close(),
  };
}

/** An address without a name is shown with that of the product. */
const named = ({ MAIL_FROM, PRODUCT_NAME }: Settings) =>
  MAIL_FROM.includes('<') ? MAIL_FROM : { name: PRODUCT_NAME, address: MAIL_FROM };
