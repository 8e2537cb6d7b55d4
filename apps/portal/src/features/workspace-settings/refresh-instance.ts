import type { Workspace } from '@portal/contract';
import { useContext, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { storeDrafts } from '../../forms/drafts.ts';
import { useHeldBack } from '../../forms/unsaved-changes.tsx';
import { pause } from '../../http/pause.ts';
import { refreshAuthAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import {
  allowLeaving,
  hasPendingRequests,
  hasUnsavedChanges,
  nothingToLose,
  pendingRequestsSettled,
} from '../../navigation/leave-guard.ts';
import { paths } from '../../navigation/paths.ts';
import { rememberPlace, rememberReturn, SentBackContext, type ListSeen, type PlaceName } from './place-left.tsx';

export interface InstanceRefresh {
  /** Sends the browser there and back. The user comes back to what they saw and typed. */
  readonly refresh: (seen?: ListSeen) => void;
  /** It waits for what is typed on the page, where the browser stores nothing that would bring it back. */
  readonly waits: boolean;
}

export interface RefreshRules {
  place: PlaceName;
  /** A change is pending: no trip may abort it. */
  isBusy: boolean;
}

/** One on a developer's machine may not be there, and is left alone. */
export const learnsOfChanges = ({ instanceEnvType }: Workspace) => instanceEnvType !== 'LOCAL';

/** In milliseconds: a navigation by the user that takes longer is given up. */
const exitMs = 10_000;

/** Pages that hand the browser on to another site: to a workspace's instance, which reads the rights then, or to the logout. */
const leadsElsewhere = (path: string) => path.startsWith(paths.logout) || /\/go(?:[?#]|$)/.test(path);

/**
 * After a change of who may do what, the instance has to read it again: at once, but never instead of a navigation that
 * the user made meanwhile. Who went to another page of the portal is brought back there.
 * Source: specification section 4, "Workspace creation and changes".
 */
export function useRefreshInstance(workspace: Workspace, { place, isBusy }: RefreshRules): InstanceRefresh {
  const { here, assign, replace } = useBrowser();
  const isSentBack = useContext(SentBackContext);
  const underWay = useRef(false);
  const lastSeen = useRef<ListSeen>(undefined);
  const [waits, setWaits] = useState(false);
  const isBeingLeft = useExitWatch(isBusy);
  // The code of a page that the user has chosen may still be loading.
  const isNavigating = useNavigation().state === 'loading';
  useHeldBack(isBusy || isNavigating);

  const owner = { userId: useUser().id, workspaceId: workspace.id };
  const settings = paths.workspaceSettings(workspace.id);
  const isElsewhere = () => here().replace(/[?#].*$/, '') !== settings;
  /** Whether all of it is stored. */
  const store = (): boolean => {
    if (isElsewhere()) return rememberReturn(owner, here());
    rememberPlace(owner, place, lastSeen.current);
    return storeDrafts();
  };
  const isLossy = () => hasUnsavedChanges() && (isElsewhere() || !storeDrafts());
  const visit = async () => {
    // During one wait the reason for another can come up: all are checked right before the browser leaves.
    while (hasPendingRequests() || isBeingLeft() || isLossy()) {
      await pendingRequestsSettled();
      while (isBeingLeft()) await pause(500);
      if (isLossy()) {
        setWaits(true);
        await nothingToLose();
        setWaits(false);
      }
    }
    if (leadsElsewhere(here())) return;
    store();
    // What is typed, or clicked, until the browser has left.
    window.addEventListener('pagehide', store, { once: true });
    allowLeaving();
    // If the instance does not send the browser back, one step back returns to this page. One entry is enough for that.
    const leave = isSentBack ? replace : assign;
    leave(refreshAuthAddress(workspace.instanceUrl, workspace.id));
  };
  return {
    waits,
    refresh: (seen) => {
      lastSeen.current = seen;
      if (!learnsOfChanges(workspace) || underWay.current) return;
      underWay.current = true;
      void visit().finally(() => (underWay.current = false));
    },
  };
}

/** Returns whether the user started to leave the document during a change: by the address bar, a bookmark or a reload. */
function useExitWatch(isBusy: boolean): () => boolean {
  const leftAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isBusy) return undefined;
    const note = () => {
      leftAt.current = Date.now();
    };
    window.addEventListener('beforeunload', note);
    return () => window.removeEventListener('beforeunload', note);
  }, [isBusy]);
  return () => Date.now() - leftAt.current < exitMs;
}
