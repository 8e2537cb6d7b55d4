import { displayEmail, formatUtcDateTime } from '@portal/contract';
import type { AccountEmailDefinition, NoDetails } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions } from './layout/content.ts';

/**
 * For the former address. Does not name the new one: the former mailbox may belong to a company that the user has left.
 */
export const emailChanged: AccountEmailDefinition<NoDetails, { readonly hasBilling: boolean }> = {
  optional: false,
  urgency: 'security',
  async read(_details, { db, userId }) {
    return { hasBilling: (await db.billingAccount.count({ where: { userId } })) > 0 };
  },
  render: ({ to, at, hasBilling }, settings) => ({
    subject: `Your ${settings.PRODUCT_NAME} account has a new email address`,
    sentence: `Your login provider reported another address, so we no longer send emails to ${displayEmail(to)}.`,
    link: { label: 'Review your sessions', href: `${settings.PORTAL_URL}/security` },
    ...(hasBilling && { paragraphs: ['Invoices go to the new address once it is verified.'] }),
    facts: { Changed: formatUtcDateTime(at) },
    advice: {
      when: 'If you did not change it',
      steps: [
        { label: 'Restore the email address at the provider that you log in with' },
        changePassword(settings),
        endSessions(settings),
        contactSupport(settings),
      ],
    },
  }),
};

/** For the address of the account, when the invoices go to another one. */
export const billingEmailChanged: AccountEmailDefinition<NoDetails, NoDetails> = {
  optional: false,
  urgency: 'security',
  namesAccount: true,
  read: (details) => details,
  render: ({ at }, settings) => ({
    subject: `Your ${settings.PRODUCT_NAME} invoices go to another email address`,
    sentence:
      'The billing email was changed at our payment provider, Stripe, to one that is not the address of your account.',
    link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
    facts: { Changed: formatUtcDateTime(at) },
    advice: {
      when: 'If you did not change it',
      steps: [changePassword(settings), endSessions(settings), contactSupport(settings)],
    },
  }),
};
