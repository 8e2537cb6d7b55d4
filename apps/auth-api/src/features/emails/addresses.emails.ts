import { displayEmail, formatUtcDateTime } from '@portal/contract';
import type { AccountEmailDefinition, NoDetails } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions } from './layout/content.ts';

/**
 * For the former address. Does not name the new one: the former mailbox may belong to a company that the user has left.
 */
export const emailChanged: AccountEmailDefinition<NoDetails, { readonly hasBilling: boolean }> = {
  optional: false,
  async read(_details, { db, userId }) {
    return { hasBilling: (await db.billingAccount.count({ where: { userId } })) > 0 };
  },
  render: ({ to, at, hasBilling }, settings) => ({
    subject: `Your ${settings.PRODUCT_NAME} account has a new email address`,
    paragraphs: [
      `Your login provider reported another email address for your account. We no longer send emails to ${displayEmail(to)}.`,
      ...(hasBilling ? ['Invoices go to the new address once it is verified.'] : []),
    ],
    facts: { Changed: formatUtcDateTime(at) },
    advice: {
      title: 'If you did not change it:',
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
  read: (details) => details,
  render: ({ at }, settings) => ({
    subject: `Your ${settings.PRODUCT_NAME} invoices go to another email address`,
    paragraphs: [
      'The billing email of your account was changed at our payment provider, Stripe. Invoices and receipts go to the new address, which is not the address of your account.',
    ],
    facts: { Changed: formatUtcDateTime(at) },
    link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
    advice: {
      title: 'If you did not change it:',
      steps: [changePassword(settings), endSessions(settings), contactSupport(settings)],
    },
  }),
};
