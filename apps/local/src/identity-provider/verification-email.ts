import { accountEmail } from './email-layout.ts';

export const verificationEmail = (to: string, href: string) =>
  accountEmail({
    to,
    subject: 'Verify your email address',
    text: 'Please confirm that this email address is yours.',
    link: { label: 'Verify email address', href },
    note: 'The link works once, within the next five days. If you did not create an account, ignore this email.',
  });
