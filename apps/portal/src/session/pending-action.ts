import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loginIdOf, useUser, useWhoamiState } from '../api/session.api.ts';
import { forgetAction, readStoredAction, storeAction, type StoredAction } from './stored-action.ts';
import { useNewLogin } from './use-new-login.ts';

const maxAgeMs = 15 * 60_000;

function useCurrentPath(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

/**
 * An action that may require a new login. `State` is what the action needs after it: `usePending` returns the state that the
 * same user left on this page before the login, for up to 15 minutes and only after a new login in this tab. Without one, for example
 * when the user goes back from the login, the action is forgotten. The action that reads the state removes it, and so does an
 * action of another page, so an action continues at most once: its dialog opens again, or `useResume` sends its request. The
 * function of `useReauthenticate` stores the state and sends the browser to the login, which returns to this page.
 */
export function definePendingAction<State>(name: string) {
  function usePending(): State | undefined {
    const path = useCurrentPath();
    const { id: userId } = useUser();
    const [state] = useState(() => {
      const stored = readStoredAction();
      const isMine = stored.name === name && stored.path === path && stored.userId === userId;
      return isMine && stored.isConfirmed && Date.now() - (stored.storedAt ?? 0) < maxAgeMs
        ? (stored.state as State)
        : undefined;
    });
    useEffect(() => {
      // Another action of this page may read it later, when its data has been loaded.
      const stored = readStoredAction();
      if (stored.name === name || stored.path !== path) forgetAction();
    }, [path]);
    return state;
  }

  return {
    usePending,

    /** Calls `resume` after each render until it returns true: then the page had what the action needs. */
    useResume(resume: (state: State) => boolean): void {
      const pending = usePending();
      const isResumed = useRef(false);
      useEffect(() => {
        if (pending !== undefined && !isResumed.current) isResumed.current = resume(pending);
      });
    },

    useReauthenticate(): (state: State) => void {
      const path = useCurrentPath();
      const { id: userId } = useUser();
      const { data } = useWhoamiState();
      const login = data && loginIdOf(data);
      const logInAgain = useNewLogin();
      return (state) => {
        const action: StoredAction = { name, path, userId, login, isConfirmed: false, storedAt: Date.now(), state };
        storeAction(action);
        // The browser restores this page if the user goes back from the login.
        window.addEventListener('pageshow', forgetAction, { once: true });
        logInAgain();
      };
    },
  };
}
