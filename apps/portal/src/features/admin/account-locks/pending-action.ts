import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useUser } from '../../../api/session.api.ts';
import { allowLeaving } from '../../../lib/leave-guard.ts';
import { reauthUrl } from '../../../api/auth-api-urls.ts';
import { useBrowser } from '../../../lib/browser.ts';
import { saveLoginRedirect } from '../../../session/tab-state.ts';
import { tabStorage } from '../../../lib/storage.ts';
import { useSettings } from '../../../lib/settings-context.ts';
import type { AccountLockRequest, EndSessionsRequest, WorkspaceQuarantineRequest } from './locks.ts';

const storageKey = 'SI-PENDING-ACTION';
const maxAgeMs = 15 * 60_000;

/** The actions that may require a new login, with the state to restore after it. */
interface PendingActions {
  accountLock: AccountLockRequest;
  workspaceQuarantine: WorkspaceQuarantineRequest;
  endSessions: EndSessionsRequest;
}

interface StoredAction {
  readonly name: string;
  /** The page with its query, on which the action was pending. */
  readonly path: string;
  readonly userId: string;
  readonly storedAt: number;
  readonly state: unknown;
}

function readStoredAction(): Partial<StoredAction> {
  try {
    return (JSON.parse(tabStorage.read(storageKey) ?? '{}') ?? {}) as Partial<StoredAction>;
  } catch {
    return {};
  }
}

function useCurrentPath(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

/**
 * The action that the same user left pending on this page before the new login, for up to 15 minutes.
 * Any page that reads it also removes it, so a dialog reopens at most once.
 */
export function usePendingAction<Name extends keyof PendingActions>(name: Name): PendingActions[Name] | undefined {
  const path = useCurrentPath();
  const { id: userId } = useUser();
  const [state] = useState(() => {
    const stored = readStoredAction();
    const isMine = stored.name === name && stored.path === path && stored.userId === userId;
    return isMine && Date.now() - (stored.storedAt ?? 0) < maxAgeMs
      ? (stored.state as PendingActions[Name])
      : undefined;
  });
  useEffect(() => void tabStorage.remove(storageKey), []);
  return state;
}

/** Stores the pending action and sends the browser to a new login, which returns to this page. */
export function useReauthenticate<Name extends keyof PendingActions>(
  name: Name,
): (state: PendingActions[Name]) => void {
  const path = useCurrentPath();
  const { id: userId } = useUser();
  const { authApiUrl } = useSettings();
  const { assign } = useBrowser();
  return (state) => {
    const action: StoredAction = { name, path, userId, storedAt: Date.now(), state };
    tabStorage.write(storageKey, JSON.stringify(action));
    saveLoginRedirect(path);
    allowLeaving();
    assign(reauthUrl(authApiUrl));
  };
}
