import type { Tag } from '@portal/contract';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { portalApi } from '../api/portal-api.ts';
import { knownUser, reloadUser, whoamiAnsweredAt, whoamiUnderWay } from '../api/session.api.ts';
import { forgetDrafts } from '../forms/drafts.ts';
import { asFailure } from '../http/failure.ts';
import { pause } from '../http/pause.ts';
import { useBrowser } from '../navigation/browser.ts';
import { useComeBack } from '../navigation/come-back.ts';
import { allowLeaving } from '../navigation/leave-guard.ts';
import { markAccountSwitch } from './account-switch.ts';
import { onLoginElsewhere } from './other-tabs.ts';
import { useSessionStatus } from './session-state.ts';

type State = Parameters<typeof whoamiAnsweredAt>[0];

const useThunkDispatch = () => useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();

/** Keeps the page in step with what happens to the session elsewhere: the events of the chart in `README.md`. */
export function useSessionSync(): void {
  useLoginElsewhere();
  useReturnToPage();
  useReloadAfterSwitch();
}

/** How long to wait before each attempt to learn who is logged in, in milliseconds. */
const delays = [0, 1_000, 5_000, 30_000];

/**
 * A browser has one session: once another user logs in in another tab, this one would act on their behalf. It asks at
 * once who that is.
 */
function useLoginElsewhere(): void {
  const store = useStore<State>();
  const dispatch = useThunkDispatch();
  const check = useEffectEvent(async () => {
    // A pending answer may be from before the login.
    await dispatch(whoamiUnderWay());
    if (!knownUser(store.getState())) return;
    for (const delay of delays) {
      await pause(delay);
      const failure = asFailure((await dispatch(reloadUser())).error);
      if (!failure || failure.status === 401) return;
    }
  });
  useEffect(() => onLoginElsewhere(() => void check()), []);
}

/** In milliseconds; what is younger is not loaded again. Source: specification section 9, "Auth freshness window". */
const freshFor = 10_000;

/** Without what staff look at, since each of their reads is in the audit log. */
const changedElsewhere: readonly Tag[] = ['Session', 'Workspace', 'Member', 'AuthToken'];

/**
 * When the user comes back to the page, they may have logged in in another tab, or they or a colleague may have changed
 * what it shows.
 */
function useReturnToPage(): void {
  const status = useSessionStatus();
  const store = useStore<State>();
  const dispatch = useThunkDispatch();
  useComeBack(
    () => {
      if (status === 'ended') void dispatch(reloadUser());
      else if (navigator.onLine && Date.now() - whoamiAnsweredAt(store.getState()) >= freshFor) {
        dispatch(portalApi.util.invalidateTags([...changedElsewhere]));
      }
    },
    status === 'active' || status === 'ended',
  );
}

/** Nothing of one user's may stay on a page that is another's. */
function useReloadAfterSwitch(): void {
  const isSwitched = useSessionStatus() === 'switched';
  const { reload } = useBrowser();
  useEffect(() => {
    if (!isSwitched) return;
    allowLeaving();
    markAccountSwitch();
    forgetDrafts();
    reload();
  }, [isSwitched, reload]);
}
