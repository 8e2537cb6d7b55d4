import { accountEmail } from './email-layout.ts';

export const passwordResetEmail = (to: string, href: string) =>
  accountEmail({
    to,
    subject: 'Reset your password',
    text: 'You can choose a new password now.',
    link: { label: 'Choose a new password', href },
    note: 'The link works once, within the next hour. If you did not request it, ignore this email.',
  });
