import { isIPv4 } from 'node:net';
import { SpanKind } from '@opentelemetry/api';
import { createTransport, type Transporter } from 'nodemailer';
import type { Settings } from '../../platform/config/settings.ts';
import { smtpTimeouts } from '../../platform/lib/email-timeouts.ts';
import { withSpan } from '../../platform/observability/spans.ts';

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
  /** Rejects if the server takes no emails now: it is unreachable, or refuses the connection or the login. Sends none. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Sends emails by SMTP. Calls `onSend` with the outcome of each email. */
export function smtpMailer(settings: Settings, onSend: (outcome: 'sent' | 'failed') => void): Mailer {
  const transport = createTransporter(settings);
  const domain = /@([^\s>]+)/.exec(settings.MAIL_FROM)?.[1] ?? 'localhost';
  const span = { kind: SpanKind.CLIENT, attributes: { 'server.address': new URL(settings.SMTP_URL).hostname } };
  return {
    async send({ id, unsubscribeUrl, images = [], ...email }) {
      const isOptional = unsubscribeUrl !== undefined;
      const headers = {
        // No vacation responder answers. Source: RFC 3834 section 5.
        'Auto-Submitted': 'auto-generated',
        ...(isOptional && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      };
      const list = isOptional && { list: { unsubscribe: unsubscribeUrl } };
      const attachments = images.map(({ cid, content }) => ({
        cid,
        content,
        filename: `${cid}.png`,
        contentDisposition: 'inline' as const,
      }));
      try {
        await withSpan('send email', span, async () => {
          const messageId = id !== undefined && { messageId: `<${id}@${domain}>` };
          await transport.sendMail({ ...email, ...messageId, ...list, headers, attachments });
        });
      } catch (error) {
        onSend('failed');
        throw error;
      }
      onSend('sent');
    },
    async check() {
      await withSpan('check mail server', span, () => transport.verify());
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
      ...smtpTimeouts,
      name: clientName(new URL(settings.AUTH_API_URL)),
      // Otherwise an attacker on the network could remove STARTTLS from the server's offer and read the emails.
      requireTLS: settings.NODE_ENV === 'production',
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: fromAddress(settings) },
  );
}

/** The name in EHLO: the host of the API, or an address literal (RFC 5321 section 4.1.3). nodemailer would send `[127.0.0.1]` in a container. */
function clientName({ hostname }: URL): string {
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1)}` : hostname;
}

/** Adds the product's name if the setting has no name. */
const fromAddress = ({ MAIL_FROM, PRODUCT_NAME }: Settings) =>
  MAIL_FROM.includes('<') ? MAIL_FROM : { name: PRODUCT_NAME, address: MAIL_FROM };
