import { createTransport } from 'nodemailer';
import type { Settings } from '../settings.ts';

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

export function smtpMailer(settings: Settings): Mailer {
  const transport = createTransport(settings.SMTP_URL, {
    from: settings.MAIL_FROM,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
