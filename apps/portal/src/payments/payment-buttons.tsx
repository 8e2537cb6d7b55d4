import type { BillingDetails } from '@portal/contract';
import { Button } from '@portal/ui';

type Addresses = Pick<BillingDetails, 'customerCheckoutUrl' | 'customerPortalUrl'>;

/** The ways to Stripe; the API opens its pages only once somebody goes there. */
export function PaymentButtons({ customerCheckoutUrl, customerPortalUrl }: Addresses) {
  return (
    <div className="grid gap-2">
      <Button variant="primary" icon="credit-card" render={<a href={customerCheckoutUrl}>Payment details</a>}>
        Add / Update Payment Details
      </Button>
      <Button
        icon="external-link"
        render={
          <a href={customerPortalUrl} target="_blank" rel="noreferrer">
            Invoices
          </a>
        }
      >
        View Your Invoices
      </Button>
    </div>
  );
}
