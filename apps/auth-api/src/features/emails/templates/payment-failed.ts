import { formatAmount, type PaymentCard } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { MirroredInvoice } from '../../../integrations/stripe/billing-provider.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { describeCard } from './describe-card.ts';
import { renderEmail } from './layout.ts';

interface FailedPayment {
  readonly to: string;
  readonly invoice: MirroredInvoice;
  /** What is left to pay, in the smallest unit of the currency. */
  readonly due: number;
  readonly paymentUrl: string;
  readonly card: PaymentCard | null;
}

export function paymentFailedEmail({ to, invoice, due, paymentUrl, card }: FailedPayment, settings: Settings): Email {
  return renderEmail(
    {
      to,
      subject: `Your payment to ${settings.PRODUCT_NAME} failed`,
      paragraphs: [
        'We could not charge your card for the invoice below. Pay it with this or another card. If it stays unpaid, your subscription ends.',
        'Another card pays this invoice only. To change the card for the next one, update your payment details on the billing page.',
      ],
      facts: {
        ...(invoice.number !== null && { Invoice: invoice.number }),
        Amount: formatAmount(due, invoice.currency),
        ...(card && { Card: describeCard(card) }),
      },
      link: { label: `Pay ${formatAmount(due, invoice.currency)}`, href: paymentUrl },
      advice: {
        title: 'If you do not recognize this invoice:',
        steps: [
          { label: 'Open “View Your Invoices” on the billing page', href: `${settings.PORTAL_URL}/billing` },
          contactSupport(settings),
        ],
      },
    },
    settings,
  );
}
