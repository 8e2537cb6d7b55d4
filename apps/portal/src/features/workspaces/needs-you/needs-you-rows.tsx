import {
  displayEmail,
  formatAmount,
  subscriptionNotice,
  type ActiveSubscription,
  type Attention,
  type Invoice,
  type MyEndingToken,
  type User,
} from '@portal/contract';
import { Button, formatDate, Timestamp, useMinuteClock } from '@portal/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { PayInvoice } from '../../../components/pay-invoice.tsx';
import { usePendingDeletion } from '../../../components/use-pending-deletion.tsx';
import { nextAttempt } from '../../../lib/next-attempt.ts';
import { paths } from '../../../lib/paths.ts';
import { rotationLink } from '../../../lib/rotation-link.ts';
import { usePolling } from '../../../lib/use-polling.ts';
import { useWindowFocus } from '../../../lib/use-window-focus.ts';
import { Detail, NeedRow, Sentence } from '../../../components/need-row.tsx';

export function DeletionRow({ user, dueAt }: { user: User; dueAt: string }) {
  const { text, action, error } = usePendingDeletion(user, dueAt);
  return (
    <NeedRow icon="alert-triangle" tone="destructive" action={action} result={error}>
      <Sentence>{text}</Sentence>
      <Detail>
        You asked us to delete it.{' '}
        <Link to={paths.account} className="text-link">
          See what will be deleted
        </Link>
      </Detail>
    </NeedRow>
  );
}

/** A payment that failed, or an invoice that is overdue. */
export interface Payment {
  readonly subscription: ActiveSubscription;
  /** Null if it is not known. */
  readonly invoice: Invoice | null;
}

/** Null if the user has nothing to pay at once. */
export function paymentOf(
  subscription: ActiveSubscription | undefined,
  invoice: Invoice | null | undefined,
): Payment | null {
  if (!subscription) return null;
  const hasFailed = invoice?.status === 'failed' && invoice.due > 0;
  return subscription.state === 'pastDue' || hasFailed ? { subscription, invoice: invoice ?? null } : null;
}

interface PaymentRowProps {
  payment: Payment;
  refetch: () => unknown;
}

export function PaymentRow({ payment: { subscription, invoice }, refetch }: PaymentRowProps) {
  const [isPaying, setPaying] = useState(false);
  // Stripe's page is in another tab. The API learns of the payment shortly after.
  useWindowFocus(refetch);
  usePolling(isPaying, { refetch });
  const retryAt = nextAttempt(invoice, useMinuteClock());
  const notice = subscription.state === 'pastDue' ? subscriptionNotice(subscription) : null;
  return (
    <NeedRow
      icon="alert-circle"
      tone="destructive"
      action={
        <>
          {invoice && <PayInvoice invoice={invoice} variant="primary" onPay={() => setPaying(true)} />}
          <Button size="sm" render={<Link to={paths.billing}>Check payment details</Link>}>
            Check payment details
          </Button>
        </>
      }
    >
      <Sentence>{notice ?? 'Your last payment failed. Pay the open invoice.'}</Sentence>
      {invoice && (
        <Detail>
          {formatAmount(invoice.due, invoice.currency)} of the invoice of {formatDate(new Date(invoice.createdAt))}
          {invoice.dueAt !== null && (
            <>
              , due <Timestamp date={invoice.dueAt} />
            </>
          )}
          {retryAt && `. We will charge the card again on ${formatDate(retryAt)}.`}
        </Detail>
      )}
    </NeedRow>
  );
}

/** The page of the workspace says what the offer means. */
export function OfferRow({ offer }: { offer: Attention['ownershipOffers'][number] }) {
  const { workspaceId, workspaceName, from, expiresAt } = offer;
  return (
    <NeedRow
      icon="user"
      action={
        <Button
          size="sm"
          aria-label={`Review offer for ${workspaceName}`}
          render={<Link to={paths.workspaceSettings(workspaceId)}>Review offer</Link>}
        >
          Review offer
        </Button>
      }
    >
      <Sentence>
        {`${from.nickname} (${displayEmail(from.email)}) wants to make you the owner of ${workspaceName}.`}
      </Sentence>
      <Detail>
        You can accept until {formatDate(new Date(expiresAt))}, <Timestamp date={expiresAt} />.
      </Detail>
    </NeedRow>
  );
}

export function TokenRow({ token }: { token: MyEndingToken }) {
  const { id, name, workspaceId, workspaceName, serviceAccountName, expiresAt } = token;
  return (
    <NeedRow
      icon="key"
      tone="warning"
      action={
        <Button
          size="sm"
          aria-label={`Rotate token ${name}`}
          render={
            <Link to={paths.workspaceApiToken(workspaceId, id)} state={rotationLink}>
              Rotate token
            </Link>
          }
        >
          Rotate token
        </Button>
      }
    >
      <Sentence>
        The API token {name} in {workspaceName} expires <Timestamp date={expiresAt} />.
      </Sentence>
      <Detail>
        {serviceAccountName === null ? 'It acts as you.' : `It acts as the service account ${serviceAccountName}.`}{' '}
        Rotate it before it stops working.
      </Detail>
    </NeedRow>
  );
}

/** The tokens that the response does not list. */
export function MoreTokensRow({ count }: { count: number }) {
  return (
    <NeedRow icon="key" tone="warning" action={null}>
      <Sentence>
        {count === 1 ? '1 more API token expires' : `${count} more API tokens expire`} within seven days.
      </Sentence>
    </NeedRow>
  );
}
