import { formatAmount, type Invoice, type InvoiceStatus } from '@portal/contract';
import {
  Badge,
  Button,
  formatDate,
  moveFocusToSectionOnUnmount,
  moveFocusToAddedRowOnUnmount,
  VisuallyHidden,
  type Tone,
} from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { useListInvoicesInfiniteQuery } from '../api/billing.api.ts';
import { useUser } from '../api/session.api.ts';
import { useWindowFocus } from '../lib/use-window-focus.ts';
import { ErrorAlert } from './error-alert.tsx';
import { PayInvoice } from './pay-invoice.tsx';

export interface LatestInvoicesProps {
  /** The newest, three at most. Null until Stripe has been read. */
  invoices: readonly Invoice[] | null;
  /** Shown beside the heading. */
  action: ReactNode;
  /** Called when the user opens the page of an invoice to pay it. */
  onPay: (invoice: Invoice) => void;
}

/** More than these are in a list of their own, which is loaded on request. */
const latest = 3;

/** The newest invoices without those of $0, and on request all of them, page by page. */
export function LatestInvoices({ invoices, action, onPay }: LatestInvoicesProps) {
  const [showsAll, setShowsAll] = useState(false);
  // Stripe makes an invoice of $0 at the start of a trial.
  const charged = invoices?.filter(({ total }) => total !== 0) ?? [];
  const areSomeFree = invoices !== null && charged.length < invoices.length;
  const noCharges = invoices?.length === latest ? 'No charges in the latest invoices.' : 'No charges yet.';
  return (
    <section aria-labelledby="latest-invoices">
      <div className="mb-1 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id="latest-invoices" className="text-base">
          {showsAll ? 'All invoices' : 'Latest invoices'}
        </h3>
        {action}
      </div>
      {invoices && invoices.length > 0 ? (
        showsAll ? (
          <AllInvoices latestInvoices={invoices} onPay={onPay} />
        ) : (
          <>
            {charged.length > 0 && <InvoiceRows invoices={charged} onPay={onPay} />}
            {(areSomeFree || invoices.length === latest) && (
              <div className={charged.length > 0 ? 'border-t border-line pt-3' : 'flex min-h-11 items-center gap-x-4'}>
                {charged.length === 0 && <p className="text-secondary">{noCharges}</p>}
                <Button ref={moveFocusToSectionOnUnmount} size="sm" onClick={() => setShowsAll(true)}>
                  {areSomeFree ? 'Show all invoices' : 'Show older invoices'}
                </Button>
              </div>
            )}
          </>
        )
      ) : (
        <p className="text-secondary">
          {invoices ? 'No invoices yet.' : 'Not available yet. They appear here after the next update from Stripe.'}
        </p>
      )}
    </section>
  );
}

interface AllInvoicesProps {
  latestInvoices: readonly Invoice[];
  onPay: (invoice: Invoice) => void;
}

function AllInvoices({ latestInvoices, onPay }: AllInvoicesProps) {
  const { id: userId } = useUser();
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } =
    useListInvoicesInfiniteQuery({ params: { userId } });
  // The user can have paid one on Stripe's page.
  useWindowFocus(() => void refetch());
  // The overview, which the newest are from, is loaded more often than the list.
  const older = (data?.pages.flatMap((page) => page.invoices) ?? []).filter(({ id }) =>
    latestInvoices.every((invoice) => invoice.id !== id),
  );
  return (
    <>
      <InvoiceRows invoices={[...latestInvoices, ...older]} onPay={onPay} />
      <div className="empty:hidden grid gap-3 border-t border-line pt-3">
        {isFetching && !data && <p role="status">Loading...</p>}
        {error && (
          <ErrorAlert
            error={error}
            title={data ? 'The rest of the invoices could not be loaded' : 'The older invoices could not be loaded'}
            isRetrying={isFetching}
            onRetry={() => void (data ? fetchNextPage() : refetch())}
          />
        )}
        {hasNextPage && !error && (
          <Button
            ref={moveFocusToAddedRowOnUnmount}
            size="sm"
            className="justify-self-start"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </>
  );
}

interface InvoiceRowsProps {
  invoices: readonly Invoice[];
  onPay: (invoice: Invoice) => void;
}

const InvoiceRows = ({ invoices, onPay }: InvoiceRowsProps) => (
  <ul className="divide-y divide-line">
    {invoices.map((invoice) => (
      <InvoiceRow key={invoice.id} invoice={invoice} onPay={onPay} />
    ))}
  </ul>
);

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
  const { createdAt, number, period, total, currency, status, due, dueAt, pdfUrl } = invoice;
  const date = formatDate(new Date(createdAt));
  const { label, tone } = statuses[status];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <div className="grid min-w-0 flex-1 basis-32 items-center gap-x-6 @2xl:grid-cols-[10.5rem_10rem_minmax(0,1fr)]">
        <p>
          {date}
          {due > 0 && dueAt !== null && (
            <span className="block text-xs text-secondary">Due on {formatDate(new Date(dueAt))}</span>
          )}
        </p>
        <p translate="no" className="truncate font-mono text-xs text-secondary">
          {number}
        </p>
        {period && (
          <p className="text-xs text-secondary">
            {formatDate(new Date(period.start))} to {formatDate(new Date(period.end))}
          </p>
        )}
      </div>
      <div className="ml-auto flex max-w-full flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {/* Before the columns that all rows have. */}
        {due > 0 && <PayInvoice invoice={invoice} onPay={onPay} />}
        <Badge tone={tone}>{label}</Badge>
        <p className="min-w-16 text-right tabular-nums">{formatAmount(total, currency)}</p>
        <a href={pdfUrl} target="_blank" rel="noreferrer" className="text-link">
          PDF
          <VisuallyHidden> of the invoice of {date} (opens in a new tab)</VisuallyHidden>
        </a>
      </div>
    </li>
  );
}
