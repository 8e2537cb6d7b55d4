import { html } from '../emulator/html.ts';
import type { Email } from './outbox.ts';

const advice = 'The link works once, within the next hour. If you did not request it, ignore this message.';

export function passwordResetEmail(to: string, link: string): Email {
  return {
    to,
    subject: 'Reset your password',
    text: ['Choose a new password by opening this link:', '', link, '', advice].join('\n'),
    html: html`<div style="max-width: 480px; margin: 0 auto; padding: 24px; font: 15px/22px sans-serif">
      <h1 style="margin: 0 0 16px; font-size: 20px">Reset your password</h1>
      <p>
        <a
          href="${link}"
          style="display: inline-block; padding: 10px 16px; border-radius: 6px; color: #fff; background: #3450c4; text-decoration: none"
          >Choose a new password</a
        >
      </p>
      <p style="color: #5b6170">${advice}</p>
    </div>`.markup,
  };
}
