import { useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { reloadUser, useWhoamiState, whoamiUnderWay } from '../api/session.api.ts';
import { forgetDrafts } from '../forms/drafts.ts';
import { asFailure } from '../http/failure.ts';
import { pause } from '../http/pause.ts';
import { noteAccountChange } from '../navigation/account-change.ts';
import { useBrowser } from '../navigation/browser.ts';
import { leaveUnasked } from '../navigation/leave-unasked.ts';
import { onLoginElsewhere } from '../navigation/other-tabs.ts';
import type { createStore } from './store.ts';

/** How long to wait each time before it is asked who is logged in, in milliseconds. */
const waits = [0, 1_000, 5_000, 30_000];

/**
 * A browser has one session: once somebody else logs in in another tab, this one would act in their name. It asks at once who
 * that is, and begins anew where it was another's.
 */
export function useSomeoneElse(): void {
  const userId = useWhoamiState().data?.user.id;
  const { reload } = useBrowser();
  const dispatch = useDispatch<ReturnType<typeof createStore>['dispatch']>();
  const first = useRef(userId);
  const ask = useEffectEvent(async () => {
    if (userId === undefined) return;
    // An answer that is on its way may be of before the login.
    await dispatch(whoamiUnderWay());
    for (const wait of waits) {
      await pause(wait);
      const failure = asFailure((await dispatch(reloadUser())).error);
      if (!failure || failure.status === 401) return;
    }
  });
  useEffect(() => onLoginElsewhere(() => void ask()), []);
  useEffect(() => {
    first.current ??= userId;
    if (userId === first.current) return;
    leaveUnasked();
    noteAccountChange();
    forgetDrafts();
    reload();
  }, [userId, reload]);
}
