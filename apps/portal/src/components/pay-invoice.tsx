import { formatAmount, type Invoice } from '@portal/contract';
import { Button, VisuallyHidden } from '@portal/ui';

export interface PayInvoiceProps {
  invoice: Invoice;
  /** Primary in the notice that asks for the payment. */
  variant?: 'primary' | undefined;
  /** Called when the user opens the page. */
  onPay: (invoice: Invoice) => void;
}

/** The link to Stripe's page of an unpaid invoice. The API redirects it there. */
export function PayInvoice({ invoice, variant, onPay }: PayInvoiceProps) {
  const { number, due, currency, paymentUrl } = invoice;
  return (
    <Button
      size="sm"
      variant={variant}
      onClick={() => onPay(invoice)}
      render={
        <a href={paymentUrl} target="_blank" rel="noreferrer">
          Pay
        </a>
      }
    >
      Pay {formatAmount(due, currency)}
      <VisuallyHidden>{number !== null && ` for the invoice ${number}`} (opens in a new tab)</VisuallyHidden>
    </Button>
  );
}
