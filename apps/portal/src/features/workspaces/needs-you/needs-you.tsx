import type { Attention, ListedInvitation } from '@portal/contract';
import { Badge, Button, moveFocusToAddedRowOnUnmount } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { useGetActiveSubscriptionQuery } from '../../../api/billing.api.ts';
import type { AllPages } from '../../../api/cache/use-all-pages.ts';
import { useListOwnershipOffersQuery } from '../../../api/my-ownership-offers.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { AnswerAlert } from '../invitations/answer-alert.tsx';
import { HiddenInvitationRow } from '../invitations/hidden-invitation-row.tsx';
import { InvitationRow } from '../invitations/invitation-row.tsx';
import { useAnswers, type Answer } from '../invitations/use-answers.ts';
import { DeletionRow, MoreTokensRow, OfferRow, PaymentRow, paymentOf, TokenRow } from './needs-you-rows.tsx';

/** More are shown on request, so that the list of workspaces stays near. */
const firstRows = 4;

export interface NeedsYouProps {
  /** Undefined if it could not be loaded. */
  attention: Attention | undefined;
  refetch: () => unknown;
  invitations: AllPages<ListedInvitation>;
}

/** What waits for the user, the most urgent first, and the result of the last answer to an invitation. */
export function NeedsYou({ attention, refetch, invitations }: NeedsYouProps) {
  const user = useUser();
  const subscription = useGetActiveSubscriptionQuery({ params: { userId: user.id } }).data?.activeSubscription;
  const offers = useListOwnershipOffersQuery().data?.offers ?? [];
  const [answer, setAnswer] = useState<Answer>();
  const answers = useAnswers(setAnswer);
  const [showsAll, setShowsAll] = useState(false);

  const { endingTokens = [], endingTokenCount = 0, unpaidInvoice } = attention ?? {};
  const payment = paymentOf(subscription, unpaidInvoice);
  const moreTokens = endingTokenCount - endingTokens.length;
  const rows: ReactNode[] = [
    user.deletionDueAt !== null && <DeletionRow key="deletion" user={user} dueAt={user.deletionDueAt} />,
    payment && <PaymentRow key="payment" payment={payment} refetch={refetch} />,
    ...offers.map((offer) => <OfferRow key={`offer ${offer.workspaceId}`} offer={offer} />),
    ...endingTokens.map((token) => <TokenRow key={token.id} token={token} />),
    moreTokens > 0 && <MoreTokensRow key="more tokens" count={moreTokens} />,
    ...(invitations.rows ?? []).map((invitation) =>
      'missingProof' in invitation ? (
        <HiddenInvitationRow key={invitation.id} invitation={invitation} />
      ) : (
        <InvitationRow key={invitation.id} {...{ invitation, answers }} />
      ),
    ),
  ].filter(Boolean);
  const count = rows.length + Math.max(0, moreTokens - 1);
  const isShortened = !showsAll && rows.length > firstRows;
  return (
    <>
      <AnswerAlert answer={answer} />
      <ErrorAlert
        error={invitations.error ?? invitations.nextPageError}
        title="Your invitations could not be loaded"
        onRetry={invitations.nextPageError ? invitations.fetchNextPage : invitations.refetch}
      />
      {rows.length > 0 && (
        <section aria-labelledby="needs-you" className="rounded-lg border border-line bg-surface shadow-card">
          <h2 className="flex items-center gap-2 px-5 pt-3 text-base font-semibold text-strong">
            <span id="needs-you">Needs you</span> <Badge>{count}</Badge>
          </h2>
          <ul aria-labelledby="needs-you" className="divide-y divide-line">
            {isShortened ? rows.slice(0, firstRows) : rows}
          </ul>
          {isShortened && (
            <div className="border-t border-line px-5 py-2">
              <Button ref={moveFocusToAddedRowOnUnmount} variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
                Show all {count}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}
