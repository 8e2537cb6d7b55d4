import { useState } from 'react';
import { useLocation } from 'react-router';
import { useUser } from '../../../api/session.api.ts';
import { useBrowser } from '../../../lib/browser.ts';
import { isVisitingInstance, type VisitOutcome } from './instance-visit-state.tsx';

/** How the visit to the instance ended that the user started from this page. */
export function useVisitOutcome(workspaceId: string): VisitOutcome {
  // React Router uses this key for the first location of a document.
  const isFirstLocation = useLocation().key === 'default';
  const { id: userId } = useUser();
  const { isBackNavigation } = useBrowser();
  const [outcome] = useState<VisitOutcome>(() => {
    // After Back, the location has the key that it had before the browser left.
    const isBack = isBackNavigation();
    if (!(isFirstLocation || isBack) || !isVisitingInstance({ userId, workspaceId })) return undefined;
    return isBack ? 'failed' : 'returned';
  });
  return outcome;
}
