import {
  addCardFirst,
  cardBrandName,
  formatAmount,
  formatPrice,
  formatUtcDate,
  formatUtcDateTime,
  restartText,
  resumeText,
  type Charge,
  type PaymentCard,
  type Price,
} from '@portal/contract';
import {
  continuationOf,
  dueOf,
  invoiceUrl,
  isContinued,
  toCard,
  toChargeOnRestart,
  toChargeOnResume,
  toPrice,
} from '../../integrations/stripe/billing-overview.presenters.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { Invoice } from '../../generated/prisma/client.ts';
import type { Continuation, EndReason } from '../../integrations/stripe/billing-provider.ts';
import type { AccountEmailDefinition, NoDetails } from './account-email-definition.ts';
import { contactSupport, type EmailContent } from './layout/content.ts';

const describeCard = ({ brand, last4 }: PaymentCard) => `${cardBrandName(brand)} ending in ${last4}`;

interface Trial {
  readonly endsAt: Date;
  readonly price: Price | null;
  readonly card: PaymentCard | null;
  readonly hasPaymentMethod: boolean;
  /** False if the user has cancelled the plan. */
  readonly isContinued: boolean;
  readonly continuation: Continuation;
}

/** In seven days or less. Names the time of the end, not the time left: the email may arrive late. */
export const trialEnding: AccountEmailDefinition<{ readonly trialEndsAt: string }, Trial> = {
  optional: false,
  urgency: 'attention',
  namesAccount: true,
  async read({ trialEndsAt }, { db, userId }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    if (account?.subscriptionStatus !== 'trialing' || account.trialEndsAt?.toISOString() !== trialEndsAt) return null;
    return {
      endsAt: account.trialEndsAt,
      price: toPrice(account),
      card: toCard(account),
      hasPaymentMethod: account.hasPaymentMethod,
      isContinued: isContinued(account),
      continuation: continuationOf(account),
    };
  },
  render(trial, settings) {
    const { endsAt, price } = trial;
    const isCardMissing = trial.isContinued && !trial.hasPaymentMethod && needsCard.includes(trial.continuation);
    return {
      // With the zone, because the last day is another one elsewhere.
      subject: `Your ${settings.PRODUCT_NAME} trial ends on ${formatUtcDate(endsAt)} (UTC)`,
      ...trialText(trial),
      link: {
        label: isCardMissing ? 'Add payment details' : 'Open billing',
        href: `${settings.PORTAL_URL}/billing`,
      },
      facts: {
        'Trial ends': formatUtcDateTime(endsAt),
        ...(price && trial.isContinued && { 'Price after the trial': formatPrice(price) }),
        ...(trial.isContinued && { Card: cardFact(trial) }),
      },
      advice: {
        when: 'If you do not want to continue, or have a question',
        steps: [{ label: 'Cancel the plan at “View Your Invoices” on the billing page' }, contactSupport(settings)],
      },
    };
  },
};

const needsCard: readonly Continuation[] = ['pause', 'end', 'unpaidInvoice'];

const cardFact = ({ card, hasPaymentMethod }: Trial) =>
  card ? describeCard(card) : hasPaymentMethod ? 'On file' : 'None';

function trialText({ card, isContinued, continuation }: Trial): Pick<EmailContent, 'sentence' | 'paragraphs'> {
  if (!isContinued) return { sentence: 'You have cancelled the plan, so nothing is charged after the trial.' };
  const texts: Record<Continuation, readonly [sentence: string, paragraph: string]> = {
    charge: [
      `After the trial, your plan continues and your ${card ? 'card' : 'payment method'} is charged.`,
      'You do not have to do anything.',
    ],
    emailedInvoice: [
      'After the trial, your plan continues and we email the invoice to you.',
      'Your card is not charged.',
    ],
    noPayment: ['After the trial, your plan continues without a charge.', 'Payments for it are paused.'],
    pause: [
      'No card is on file, so your subscription will be paused.',
      'Add payment details to continue without a break.',
    ],
    end: ['No card is on file, so your subscription will end with the trial.', 'Add payment details to continue.'],
    unpaidInvoice: [
      'No card is on file, so your plan continues with an invoice that you have to pay.',
      'Add payment details so that we can charge your card.',
    ],
  };
  const [sentence, paragraph] = texts[continuation];
  return { sentence, paragraphs: [paragraph] };
}

interface Pause {
  readonly price: Price | null;
  /** Null if that is not known any more. */
  readonly charge: Charge | null;
}

/** The trial has ended without a card. */
export const subscriptionPaused: AccountEmailDefinition<NoDetails, Pause> = {
  optional: false,
  urgency: 'attention',
  namesAccount: true,
  async read(_details, { db, userId }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    if (account?.subscriptionStatus !== 'paused') return null;
    return { price: toPrice(account), charge: toChargeOnResume(account) };
  },
  render: ({ price, charge }, settings) => ({
    subject: `Your ${settings.PRODUCT_NAME} subscription is paused`,
    sentence: 'Your free trial has ended, and no card is on file.',
    link: { label: 'Add payment details', href: `${settings.PORTAL_URL}/billing` },
    paragraphs: [charge ? `Nothing was charged. ${resumeText(charge)}` : 'Nothing was charged.'],
    ...(price && { facts: { Price: formatPrice(price) } }),
    advice: {
      when: 'If you did not expect this',
      steps: [{ label: 'Check your payment details on the billing page' }, contactSupport(settings)],
    },
  }),
};

interface FailedPayment {
  readonly invoice: Pick<Invoice, 'number' | 'currency'>;
  /** When the card is charged again. Null if it is not, or if that is not known any more. */
  readonly nextAttemptAt: Date | null;
  /** What is left to pay, in the smallest unit of the currency. */
  readonly due: number;
  readonly paymentUrl: string;
  readonly card: PaymentCard | null;
  /** The payment would have resumed the subscription. */
  readonly isPaused: boolean;
}

export const paymentFailed: AccountEmailDefinition<{ readonly invoiceId: string }, FailedPayment> = {
  optional: false,
  urgency: 'attention',
  namesAccount: true,
  async read({ invoiceId }, { db, userId, settings }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    const invoice = await db.invoice.findFirst({ where: { id: invoiceId, userId, status: 'failed' } });
    // Otherwise it was paid meanwhile.
    if (!account || !invoice) return null;
    const paymentUrl = invoiceUrl(userId, invoiceId, 'payment', settings.AUTH_API_URL);
    const isPaused = account.subscriptionStatus === 'paused';
    const isAhead = invoice.nextAttemptAt !== null && invoice.nextAttemptAt > (await databaseNow(db));
    const nextAttemptAt = isAhead ? invoice.nextAttemptAt : null;
    return { invoice, nextAttemptAt, due: dueOf(invoice), paymentUrl, card: toCard(account), isPaused };
  },
  render: ({ invoice, nextAttemptAt, due, paymentUrl, card, isPaused }, settings) => ({
    subject: `Your payment to ${settings.PRODUCT_NAME} failed`,
    sentence: `We could not charge ${formatAmount(due, invoice.currency)} to your ${card ? describeCard(card) : 'card'}.`,
    link: { label: `Pay ${formatAmount(due, invoice.currency)}`, href: paymentUrl },
    paragraphs: [
      `${nextAttemptAt ? `We will charge the card again on ${formatUtcDate(nextAttemptAt)} (UTC). ` : ''}Pay the invoice with this or another card. If it stays unpaid, your subscription ${isPaused ? 'stays paused' : 'ends'}.`,
      'Another card pays this invoice only. To change the card for the next one, update your payment details on the billing page.',
    ],
    ...(invoice.number !== null && { facts: { Invoice: invoice.number } }),
    advice: {
      when: 'If you do not recognize this invoice',
      steps: [
        { label: 'Open “View Your Invoices” on the billing page', href: `${settings.PORTAL_URL}/billing` },
        contactSupport(settings),
      ],
    },
  }),
};

interface Resumption {
  readonly price: Price | null;
  readonly nextInvoiceAt: Date | null;
}

/** After a pause. */
export const subscriptionResumed: AccountEmailDefinition<NoDetails, Resumption> = {
  optional: false,
  urgency: 'information',
  namesAccount: true,
  async read(_details, { db, userId }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    if (account?.subscriptionStatus !== 'active') return null;
    return { price: toPrice(account), nextInvoiceAt: account.nextInvoiceAt };
  },
  render: ({ price, nextInvoiceAt }, settings) => ({
    subject: `Your ${settings.PRODUCT_NAME} subscription has resumed`,
    sentence: 'Your payment details are saved, and your plan continues.',
    link: { label: 'Open billing', href: `${settings.PORTAL_URL}/billing` },
    facts: {
      ...(price && { Price: formatPrice(price) }),
      ...(nextInvoiceAt && { 'Next invoice': formatUtcDateTime(nextInvoiceAt) }),
    },
    advice: {
      when: 'If you did not add payment details',
      steps: [{ label: 'Check the card on the billing page' }, contactSupport(settings)],
    },
  }),
};

interface EndDetails {
  readonly reason: EndReason | null;
}

interface End extends EndDetails {
  readonly endingAt: Date | null;
  /** Null if only support can start a new one. */
  readonly chargedOnRestart: Charge | null;
  readonly hasPaymentMethod: boolean;
}

const endReasons: Readonly<Record<EndReason, string>> = {
  cancelled: 'The plan was cancelled.',
  paymentFailed: 'An invoice of your subscription was not paid.',
  paymentDisputed: 'A payment for your subscription was disputed.',
  trialWithoutCard: 'Your free trial has ended, and no card was on file.',
  customerDeleted: 'Your billing account was deleted at our payment provider.',
};

export const subscriptionEnded: AccountEmailDefinition<EndDetails, End> = {
  optional: false,
  urgency: 'attention',
  namesAccount: true,
  async read({ reason }, { db, userId }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    // Otherwise it was started again meanwhile.
    if (account?.subscriptionStatus !== 'canceled') return null;
    const { endingAt, hasPaymentMethod } = account;
    return { reason, endingAt, chargedOnRestart: toChargeOnRestart(account), hasPaymentMethod };
  },
  render({ reason, endingAt, chargedOnRestart, hasPaymentMethod }, settings) {
    const isCardMissing = chargedOnRestart !== null && !hasPaymentMethod;
    return {
      subject: `Your ${settings.PRODUCT_NAME} subscription has ended`,
      sentence: reason ? endReasons[reason] : 'Your plan has ended.',
      link: { label: isCardMissing ? 'Add payment details' : 'Open billing', href: `${settings.PORTAL_URL}/billing` },
      paragraphs: [
        [restartText(chargedOnRestart), isCardMissing && addCardFirst].filter(Boolean).join(' '),
        'Your workspaces and their members are not deleted.',
      ],
      ...(endingAt && { facts: { Ended: formatUtcDateTime(endingAt) } }),
      advice: { when: 'If you did not expect this', steps: [contactSupport(settings)] },
    };
  },
};
