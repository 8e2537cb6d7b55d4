import { formatAmount, type Invoice, type InvoiceStatus } from '@portal/contract';
import { Badge, formatDate, VisuallyHidden, type Tone } from '@portal/ui';
import { PayInvoice } from './pay-invoice.tsx';

export interface LatestInvoicesProps {
  /** Null until Stripe has been read. */
  invoices: readonly Invoice[] | null;
  /** Called when the user opens the page of an invoice to pay it. */
  onPay: (invoice: Invoice) => void;
}

export function LatestInvoices({ invoices, onPay }: LatestInvoicesProps) {
  return (
    <section aria-labelledby="latest-invoices">
      <h3 id="latest-invoices" className="mb-1 text-base">
        Latest invoices
      </h3>
      {invoices && invoices.length > 0 ? (
        <ul className="divide-y divide-line">
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} onPay={onPay} />
          ))}
        </ul>
      ) : (
        <p className="text-secondary">
          {invoices ? 'No invoices yet.' : 'Not available yet. They appear here after the next update from Stripe.'}
        </p>
      )}
    </section>
  );
}

const statuses: Record<InvoiceStatus, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'neutral' },
  failed: { label: 'Payment failed', tone: 'destructive' },
  paid: { label: 'Paid', tone: 'success' },
  uncollectible: { label: 'Unpaid', tone: 'warning' },
  void: { label: 'Void', tone: 'neutral' },
};

interface InvoiceRowProps {
  invoice: Invoice;
  onPay: (invoice: Invoice) => void;
}

function InvoiceRow({ invoice, onPay }: InvoiceRowProps) {
  const { createdAt, number, total, currency, status, due, pdfUrl } = invoice;
  const date = formatDate(new Date(createdAt));
  const { label, tone } = statuses[status];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <div className="min-w-0 flex-1 basis-32">
        <p>{date}</p>
        {number !== null && (
          <p translate="no" className="truncate font-mono text-xs text-secondary">
            {number}
          </p>
        )}
      </div>
      <div className="ml-auto flex items-center gap-x-3">
        <Badge tone={tone}>{label}</Badge>
        <p className="min-w-16 text-right tabular-nums">{formatAmount(total, currency)}</p>
        {due > 0 && <PayInvoice invoice={invoice} onPay={onPay} />}
        <a href={pdfUrl} target="_blank" rel="noreferrer" className="text-link">
          PDF
          <VisuallyHidden> of the invoice of {date} (opens in a new tab)</VisuallyHidden>
        </a>
      </div>
    </li>
  );
}
