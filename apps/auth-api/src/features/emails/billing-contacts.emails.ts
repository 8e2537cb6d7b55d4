import { formatAmount, formatPrice, formatUtcDate, formatUtcDateTime, type Price } from '@portal/contract';
import type { Email } from '../../integrations/smtp/mailer.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions } from './layout/content.ts';
import { renderEmail } from './layout/render-email.ts';
import { describeUser, toSafeAddress, toSafeText } from './layout/safe-text.ts';
import type { NamedUser } from './names.ts';
import { invoiceStates, type NoticedStatus } from './noticed-invoices.ts';

interface AddedContact {
  readonly email: string;
}

/** For the user of the account. */
export const billingContactAdded: AccountEmailDefinition<{ readonly contactId: string }, AddedContact> = {
  optional: false,
  async read({ contactId }, { db }) {
    const contact = await db.billingContact.findUnique({ where: { id: contactId } });
    return contact && { email: contact.email };
  },
  render: ({ at, email }, settings) => ({
    subject: `A billing contact was added to your ${settings.PRODUCT_NAME} account`,
    paragraphs: [
      'After a confirmation, this address receives the emails about invoices, failed payments and the end of the trial. It sees nothing else of your account.',
    ],
    facts: { Address: toSafeAddress(email), Added: formatUtcDateTime(at) },
    link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
    advice: {
      title: 'If you did not add this contact:',
      steps: [
        { label: 'Remove the contact on the billing page', href: `${settings.PORTAL_URL}/billing` },
        endSessions(settings),
        changePassword(settings),
        contactSupport(settings),
      ],
    },
  }),
};

interface Recipient {
  readonly to: string;
  readonly unsubscribeUrl: string;
}

interface Notice extends Recipient {
  /** Who is billed. A contact can have several customers. */
  readonly customer: string;
}

const stopLink = ({ unsubscribeUrl }: Recipient) => ({ label: 'Stop these emails', href: unsubscribeUrl });

interface Confirmation extends Recipient {
  /** The user of the account. */
  readonly asker: NamedUser;
  readonly url: string;
}

export const contactConfirmationEmail = (confirmation: Confirmation, settings: Settings): Email =>
  renderEmail(
    {
      to: confirmation.to,
      subject: `Do you want to receive billing emails of ${settings.PRODUCT_NAME}?`,
      paragraphs: [
        `${describeUser(confirmation.asker)} asks you to receive the billing emails of their ${settings.PRODUCT_NAME} account: about invoices, failed payments and the end of the trial.`,
        'You get them only if you confirm it within 7 days.',
      ],
      link: { label: 'Review and confirm', href: confirmation.url },
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: stopLink(confirmation),
    },
    settings,
  );

interface InvoiceNotice extends Notice {
  readonly status: NoticedStatus;
  readonly number: string | null;
  readonly total: number;
  /** What is left to pay. */
  readonly due: number;
  readonly currency: string;
  /** Until when to pay it. Null if the card is charged. */
  readonly dueAt: Date | null;
  /** When the card is charged again. Null if it is not. */
  readonly nextAttemptAt: Date | null;
  /** The page of the invoice at Stripe. */
  readonly pageUrl: string;
}

const dayOf = (date: Date) => `${formatUtcDate(date)} (UTC)`;

/** About an invoice that is paid, has to be paid, or could not be charged. */
export function contactInvoiceEmail(notice: InvoiceNotice, settings: Settings): Email {
  const { to, customer, status, number, total, due, currency, dueAt, nextAttemptAt, pageUrl } = notice;
  const name = number === null ? 'An invoice' : `Invoice ${number}`;
  return renderEmail(
    {
      to,
      subject: `${name} of ${settings.PRODUCT_NAME} ${invoiceStates[status]}`,
      paragraphs: [
        status === 'failed'
          ? 'The card on file could not be charged for the invoice below. It can be paid with this or another card.'
          : 'You receive this email as a billing contact.',
      ],
      facts: {
        Customer: toSafeText(customer),
        ...(number !== null && { Invoice: number }),
        Amount: formatAmount(total, currency),
        ...(due > 0 && due !== total && { 'Left to pay': formatAmount(due, currency) }),
        ...(due > 0 && dueAt && { 'Due date': dayOf(dueAt) }),
        ...(due > 0 && nextAttemptAt && { 'Next attempt to charge the card': dayOf(nextAttemptAt) }),
      },
      link: { label: due > 0 ? `Pay ${formatAmount(due, currency)}` : 'View the invoice', href: pageUrl },
      unsubscribe: stopLink(notice),
    },
    settings,
  );
}

interface TrialNotice extends Notice {
  readonly endsAt: Date;
  readonly price: Price | null;
}

export const contactTrialEmail = (notice: TrialNotice, settings: Settings): Email =>
  renderEmail(
    {
      to: notice.to,
      subject: `A ${settings.PRODUCT_NAME} trial ends on ${formatUtcDate(notice.endsAt)} (UTC)`,
      paragraphs: ['The free trial of an account whose billing contact you are is about to end.'],
      facts: {
        Customer: toSafeText(notice.customer),
        'Trial ends': formatUtcDateTime(notice.endsAt),
        ...(notice.price && { 'Price after the trial': formatPrice(notice.price) }),
      },
      unsubscribe: stopLink(notice),
    },
    settings,
  );
