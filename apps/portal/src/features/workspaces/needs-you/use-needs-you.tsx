import type { Attention, ListedInvitation } from '@portal/contract';
import { useEffect, useState, type ReactNode } from 'react';
import type { AllPages } from '../../../api/cache/use-all-pages.ts';
import { useUser } from '../../../api/session.api.ts';
import type { NeedsYouProps } from './needs-you.tsx';

const loadNeedsYou = () => import('./needs-you.tsx');

/**
 * The strip of what needs the user. Its code is loaded only if there is something, and it is undefined until then. Once it is shown, it stays,
 * because it also has the result of the last answer.
 */
export function useNeedsYou(isSettled: boolean, props: NeedsYouProps): ReactNode | undefined {
  const { deletionDueAt } = useUser();
  const { attention, invitations } = props;
  const isNeeded = isSettled && (deletionDueAt !== null || !attention || hasNeeds(attention, invitations));
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadNeedsYou>>>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (isNeeded)
      void loadNeedsYou().then(setLoaded, (reason: unknown) =>
        setError(new Error('The code could not be loaded', { cause: reason })),
      );
  }, [isNeeded]);
  if (error) throw error;
  if (loaded) return <loaded.NeedsYou {...props} />;
  return isNeeded || !isSettled ? undefined : null;
}

const hasNeeds = (
  { ownershipOffers, endingTokenCount, activeSubscription, unpaidInvoice }: Attention,
  { rows = [], error }: AllPages<ListedInvitation>,
) =>
  rows.length + ownershipOffers.length + endingTokenCount > 0 ||
  activeSubscription.state === 'pastDue' ||
  unpaidInvoice?.status === 'failed' ||
  error !== undefined;
