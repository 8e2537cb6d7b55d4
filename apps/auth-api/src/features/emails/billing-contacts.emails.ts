import { formatAmount, formatPrice, formatUtcDate, formatUtcDateTime, type Price } from '@portal/contract';
import type { Email } from '../../integrations/smtp/mailer.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions, type Urgency } from './layout/content.ts';
import { renderEmail } from './layout/render-email.ts';
import { describeUser, quoteName, toSafeAddress } from './layout/safe-text.ts';
import type { NamedUser } from './names.ts';
import { invoiceStates, type NoticedStatus } from './noticed-invoices.ts';

interface AddedContact {
  readonly email: string;
}

/** For the user of the account. */
export const billingContactAdded: AccountEmailDefinition<{ readonly contactId: string }, AddedContact> = {
  optional: false,
  urgency: 'security',
  namesAccount: true,
  async read({ contactId }, { db }) {
    const contact = await db.billingContact.findUnique({ where: { id: contactId } });
    return contact && { email: contact.email };
  },
  render: ({ at, email }, settings) => ({
    subject: `A billing contact was added to your ${settings.PRODUCT_NAME} account`,
    sentence: `Once ${toSafeAddress(email)} confirms, we also send emails about your billing there.`,
    link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
    paragraphs: [
      'The contact receives the emails about invoices, failed payments and the end of the trial, and has no access to your account.',
    ],
    facts: { Added: formatUtcDateTime(at) },
    advice: {
      when: 'If you did not add this contact',
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
      subject: `Do you want to receive billing emails from ${settings.PRODUCT_NAME}?`,
      urgency: 'information',
      sentence: `${describeUser(confirmation.asker)} added this address as a billing contact of their account.`,
      link: { label: 'Review and confirm', href: confirmation.url },
      paragraphs: [
        'The emails are about invoices, failed payments and the end of the trial. You get them only if you confirm within 7 days.',
      ],
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

const invoiceUrgencies: Readonly<Record<NoticedStatus, Urgency>> = {
  paid: 'information',
  open: 'attention',
  failed: 'attention',
};

function invoiceSentence({ status, customer, total, due, currency }: InvoiceNotice): string {
  const who = quoteName(customer);
  const sentences: Record<NoticedStatus, string> = {
    paid: `${who} has paid ${formatAmount(total, currency)}.`,
    open: `${who} has ${formatAmount(due, currency)} to pay.`,
    failed: `We could not charge ${formatAmount(due, currency)} to the card of ${who}.`,
  };
  return sentences[status];
}

const dayOf = (date: Date) => `${formatUtcDate(date)} (UTC)`;

/** About an invoice that is paid, has to be paid, or could not be charged. */
export function contactInvoiceEmail(notice: InvoiceNotice, settings: Settings): Email {
  const { to, status, number, total, due, currency, dueAt, nextAttemptAt, pageUrl } = notice;
  const name = number === null ? 'An invoice' : `Invoice ${number}`;
  return renderEmail(
    {
      to,
      subject: `${name} of ${settings.PRODUCT_NAME} ${invoiceStates[status]}`,
      urgency: invoiceUrgencies[status],
      sentence: invoiceSentence(notice),
      link: { label: due > 0 ? `Pay ${formatAmount(due, currency)}` : 'View the invoice', href: pageUrl },
      paragraphs: [
        status === 'failed'
          ? 'You can pay the invoice with this or another card.'
          : 'You receive this email as a billing contact.',
      ],
      facts: {
        ...(number !== null && { Invoice: number }),
        ...(due > 0 && due !== total && { 'Amount of the invoice': formatAmount(total, currency) }),
        ...(due > 0 && dueAt && { 'Due date': dayOf(dueAt) }),
        ...(due > 0 && nextAttemptAt && { 'Next attempt': dayOf(nextAttemptAt) }),
      },
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
      urgency: 'attention',
      sentence: `You are a billing contact of ${quoteName(notice.customer)}, whose free trial is almost over.`,
      facts: {
        'Trial ends': formatUtcDateTime(notice.endsAt),
        ...(notice.price && { 'Price after the trial': formatPrice(notice.price) }),
      },
      unsubscribe: stopLink(notice),
    },
    settings,
  );
