import type { Tag } from '@portal/contract';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { portalApi } from '../api/cache/portal-api.ts';
import { toRequestError } from '../api/http/request-error.ts';
import { getRunningWhoami, refetchWhoami, selectUser, selectWhoamiFulfilledAt } from '../api/session.api.ts';
import { useBrowser } from '../lib/browser.ts';
import { allowLeaving } from '../lib/leave-guard.ts';
import { sleep } from '../lib/sleep.ts';
import { useWindowFocus } from '../lib/use-window-focus.ts';
import { onLoginInOtherTab, onLogoutInOtherTab } from './other-tabs.ts';
import { sessionState, useSessionStatus } from './session-state.ts';
import { clearUserData, markAccountSwitch } from './tab-state.ts';

type State = Parameters<typeof selectWhoamiFulfilledAt>[0];

const useThunkDispatch = () => useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();

/** Keeps the page in sync with the session. `README.md` lists the events. */
export function useSessionSync(): void {
  useRefetchAfterLoginInOtherTab();
  useLogoutInOtherTab();
  useRefetchOnFocus();
  useReloadAfterSwitch();
}

/** The delay before each attempt to fetch the session. */
const retryDelaysMs = [0, 1_000, 5_000, 30_000];

/** All tabs share the session. After a login of another user in another tab, this tab would act as that user. */
function useRefetchAfterLoginInOtherTab(): void {
  const store = useStore<State>();
  const dispatch = useThunkDispatch();
  const check = useEffectEvent(async () => {
    // The pending response may be from before the login.
    await dispatch(getRunningWhoami());
    if (!selectUser(store.getState())) return;
    for (const delayMs of retryDelaysMs) {
      await sleep(delayMs);
      const error = toRequestError((await dispatch(refetchWhoami())).error);
      if (!error || error.status === 401) return;
    }
  });
  useEffect(() => onLoginInOtherTab(() => void check()), []);
}

/** After a logout in another tab, no data of the user stays on this page. The user may have logged in again since. */
function useLogoutInOtherTab(): void {
  const dispatch = useThunkDispatch();
  const store = useStore<State>();
  const blank = useEffectEvent(() => {
    if (!selectUser(store.getState())) return;
    clearUserData();
    dispatch(sessionState.actions.logOutElsewhere());
    void dispatch(refetchWhoami());
  });
  useEffect(() => onLogoutInOtherTab(() => blank()), []);
}

/** Source: specification section 9, "Auth freshness window". */
const maxAgeMs = 10_000;

/** Without the data of the admin pages, because the audit log records each read of them. */
const refetchedTags: readonly Tag[] = [
  'Session',
  'AccountDeletion',
  'Workspace',
  'Member',
  'Invitation',
  'MyInvitation',
  'AuthToken',
];

/** When the user returns to the page, they may have logged in elsewhere, or the data may have changed. */
function useRefetchOnFocus(): void {
  const status = useSessionStatus();
  const store = useStore<State>();
  const dispatch = useThunkDispatch();
  useWindowFocus(
    () => {
      if (status === 'ended') void dispatch(refetchWhoami());
      else if (navigator.onLine && Date.now() - selectWhoamiFulfilledAt(store.getState()) >= maxAgeMs) {
        dispatch(portalApi.util.invalidateTags([...refetchedTags]));
      }
    },
    status === 'active' || status === 'ended',
  );
}

/** After another user logged in, no data of the previous user may stay on the page. */
function useReloadAfterSwitch(): void {
  const isSwitched = useSessionStatus() === 'switched';
  const { reload } = useBrowser();
  useEffect(() => {
    if (!isSwitched) return;
    allowLeaving();
    markAccountSwitch();
    clearUserData();
    reload();
  }, [isSwitched, reload]);
}
