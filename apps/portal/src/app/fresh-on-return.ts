import type { Tag } from '@portal/contract';
import { useStore } from 'react-redux';
import { portalApi } from '../api/portal-api.ts';
import { useWhoamiState, whoamiAnsweredAt } from '../api/session.api.ts';
import { useSessionEnded } from '../http/use-session-ended.ts';
import { useComeBack } from '../navigation/come-back.ts';

/** What was asked just now is not asked again. Source: specification section 9, "Auth freshness window". */
const fresh = 10_000;

/** What staff look at is not among it, since each look is a line of the audit log. */
const changedElsewhere: readonly Tag[] = ['Session', 'Workspace', 'Member', 'AuthToken'];

/** Asks again for what the page shows when somebody comes back to it: they, or a colleague, may have changed it elsewhere. */
export function useFreshOnReturn(): void {
  const { data } = useWhoamiState();
  const ended = useSessionEnded();
  const store = useStore<Parameters<typeof whoamiAnsweredAt>[0]>();
  const askAgain = () => {
    if (!navigator.onLine || Date.now() - whoamiAnsweredAt(store.getState()) < fresh) return;
    store.dispatch(portalApi.util.invalidateTags([...changedElsewhere]));
  };
  useComeBack(askAgain, data !== undefined && !ended);
}
