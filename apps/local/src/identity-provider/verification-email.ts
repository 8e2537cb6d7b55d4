import { html } from '../emulator/html.ts';
import type { Email } from './outbox.ts';

export function verificationEmail(to: string, link: string): Email {
  return {
    to,
    subject: 'Verify your email address',
    text: [
      'Please confirm that this email address is yours by opening this link:',
      '',
      link,
      '',
      'The link works once, within the next five days. If you did not create an account, ignore this message.',
    ].join('\n'),
    html: html`<div style="max-width: 480px; margin: 0 auto; padding: 24px; font: 15px/22px sans-serif">
      <h1 style="margin: 0 0 16px; font-size: 20px">Verify your email address</h1>
      <p>Please confirm that this email address is yours.</p>
      <p>
        <a
          href="${link}"
          style="display: inline-block; padding: 10px 16px; border-radius: 6px; color: #fff; background: #3450c4; text-decoration: none"
          >Verify email address</a
        >
      </p>
      <p style="color: #5b6170">
        The link works once, within the next five days. If you did not create an account, ignore this message.
      </p>
    </div>`.markup,
  };
}
