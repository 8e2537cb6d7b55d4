import { SpanKind } from '@opentelemetry/api';
import { createTransport, type Transporter } from 'nodemailer';
import type { Settings } from '../../config/settings.ts';
import { withSpan } from '../../observability/spans.ts';

const timeoutMs = 5_000;

/** A PNG that is attached to an email and shown at `src="cid:…"`. */
export interface EmailImage {
  readonly cid: string;
  readonly content: Buffer;
}

export interface Email {
  /** Makes the Message-ID: the same for every attempt to send the email. Without it, each attempt has one of its own. */
  readonly id?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly images?: readonly EmailImage[];
  /** Stops emails of this kind, by the mail program's one-click unsubscribe (RFC 8058) or on the page that it opens. */
  readonly unsubscribeUrl?: string;
}

export interface Mailer {
  /** Sends an email. Rejects if the server did not accept it. */
  send(email: Email): Promise<void>;
  close(): Promise<void>;
}

/** Sends emails by SMTP. Calls `onSend` with the outcome of each email. */
export function smtpMailer(settings: Settings, onSend: (outcome: 'sent' | 'failed') => void): Mailer {
  const transport = createTransporter(settings);
  const domain = /@([^\s>]+)/.exec(settings.MAIL_FROM)?.[1] ?? 'localhost';
  const span = { kind: SpanKind.CLIENT, attributes: { 'server.address': new URL(settings.SMTP_URL).hostname } };
  return {
    async send({ id, unsubscribeUrl, images = [], ...email }) {
      const headers = unsubscribeUrl !== undefined && {
        list: { unsubscribe: unsubscribeUrl },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      };
      const attachments = images.map(({ cid, content }) => ({
        cid,
        content,
        filename: `${cid}.png`,
        contentDisposition: 'inline' as const,
      }));
      try {
        await withSpan('send email', span, async () => {
          const messageId = id !== undefined && { messageId: `<${id}@${domain}>` };
          await transport.sendMail({ ...email, ...messageId, ...headers, attachments });
        });
      } catch (error) {
        onSend('failed');
        throw error;
      }
      onSend('sent');
    },
    close() {
      transport.close();
      return Promise.resolve();
    },
  };
}

function createTransporter(settings: Settings): Transporter {
  return createTransport(
    {
      url: settings.SMTP_URL,
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Otherwise an attacker on the network could remove STARTTLS from the server's offer and read the emails.
      requireTLS: settings.NODE_ENV === 'production',
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: fromAddress(settings) },
  );
}

/** Adds the product's name if the setting has no name. */
const fromAddress = ({ MAIL_FROM, PRODUCT_NAME }: Settings) =>
  MAIL_FROM.includes('<') ? MAIL_FROM : { name: PRODUCT_NAME, address: MAIL_FROM };
