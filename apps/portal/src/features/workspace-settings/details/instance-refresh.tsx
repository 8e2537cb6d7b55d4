import type { Workspace } from '@portal/contract';
import { Alert, Button } from '@portal/ui';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { useUser } from '../../../api/session.api.ts';
import { useHasUnsavedChanges, useMarkPending } from '../../../components/form/unsaved-changes.tsx';
import { refreshAuthUrl } from '../../../api/http/auth-api-urls.ts';
import { useBrowser } from '../../../lib/browser.ts';
import { storeDrafts } from '../../../lib/drafts.ts';
import { hostOf } from '../../../lib/host-of.ts';
import {
  allowLeaving,
  hasPendingRequests,
  hasUnsavedChanges,
  waitForPendingRequests,
  waitForUnsavedChanges,
} from '../../../lib/leave-guard.ts';
import { paths } from '../../../lib/paths.ts';
import { sleep } from '../../../lib/sleep.ts';
import {
  clearPosition,
  isVisitingInstance,
  saveReturnPath,
  savePosition,
  VisitOutcomeContext,
  type ListPosition,
  type SectionName,
} from './instance-visit-state.tsx';

export interface InstanceRefresh {
  /** Sends the browser to the instance and back. The page then restores the position and the unsaved values. */
  readonly refresh: (position?: ListPosition) => void;
  /** Whether the refresh waits for unsaved changes, because the browser cannot store them. */
  readonly isWaiting: boolean;
}

export interface InstanceRefreshOptions {
  /** The section to restore. */
  section: SectionName;
  /** Whether a change is pending, which the navigation would abort. */
  isPending: boolean;
}

/** A local instance may not be running, so it is not refreshed. */
export const isRefreshable = ({ instanceEnvType }: Workspace) => instanceEnvType !== 'LOCAL';

/** A navigation by the user that takes longer has failed. */
const exitTimeoutMs = 10_000;

/** Whether a page redirects to another site: to an instance, which then reads the permissions, or to the logout. */
const opensOtherSite = (path: string) => path.startsWith(paths.logout) || /\/go(?:[?#]|$)/.test(path);

/** The page that restores the position of the user: that of the settings, or that of the members with its path. Undefined for others. */
function settingsPageOf(workspaceId: string, path: string): { readonly path?: string } | undefined {
  const pathname = path.replace(/[?#].*$/, '');
  if (pathname === paths.workspaceSettings(workspaceId)) return {};
  return pathname === paths.workspaceMembers(workspaceId) ? { path } : undefined;
}

/**
 * After a change of permissions, sends the browser to the instance, which reads them again and redirects back. It never
 * replaces a navigation of the user. If the user went to another page of the portal, the browser returns to that page.
 * Source: specification section 4, "Workspace creation and changes".
 */
export function useInstanceRefresh(
  workspace: Workspace,
  { section, isPending }: InstanceRefreshOptions,
): InstanceRefresh {
  const { currentPath, assign, replace } = useBrowser();
  const outcome = useContext(VisitOutcomeContext);
  const isRunning = useRef(false);
  const lastPosition = useRef<ListPosition>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  const isExiting = useExitDetection(isPending);
  // The code of a page that the user opens may still be loading.
  const isNavigating = useNavigation().state === 'loading';
  useMarkPending(isPending || isNavigating);

  const pageKey = { userId: useUser().id, workspaceId: workspace.id };
  const pageOf = () => settingsPageOf(workspace.id, currentPath());
  /** Returns whether everything is stored. */
  const store = (): boolean => {
    const page = pageOf();
    if (page === undefined) return saveReturnPath(pageKey, currentPath());
    savePosition(pageKey, { section, list: lastPosition.current, ...page });
    return storeDrafts();
  };
  const wouldLoseChanges = () => hasUnsavedChanges() && (pageOf() === undefined || !storeDrafts());
  const visitInstance = async () => {
    // While it waits for one condition, another can change. All are checked before the browser leaves.
    while (hasPendingRequests() || isExiting() || wouldLoseChanges()) {
      await waitForPendingRequests();
      while (isExiting()) await sleep(500);
      if (wouldLoseChanges()) {
        setWaiting(true);
        await waitForUnsavedChanges();
        setWaiting(false);
      }
    }
    if (opensOtherSite(currentPath())) return;
    store();
    // Stores again what the user types or clicks until the browser leaves.
    window.addEventListener('pagehide', store, { once: true });
    allowLeaving();
    // With `assign`, one step back returns to this page if the instance does not redirect. One such entry is enough.
    const navigate = outcome === 'returned' ? replace : assign;
    navigate(refreshAuthUrl(workspace.instanceUrl, workspace.id));
  };
  return {
    isWaiting,
    refresh: (position) => {
      lastPosition.current = position;
      if (!isRefreshable(workspace) || isRunning.current) return;
      isRunning.current = true;
      void visitInstance().finally(() => (isRunning.current = false));
    },
  };
}

/** Detects that the user leaves the document during a change, by the address bar, a bookmark or a reload. */
function useExitDetection(isPending: boolean): () => boolean {
  const exitStartedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isPending) return undefined;
    const onBeforeUnload = () => {
      exitStartedAt.current = Date.now();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isPending]);
  return () => Date.now() - exitStartedAt.current < exitTimeoutMs;
}

/** Explains that the refresh waits for unsaved changes. Shown next to the change that causes the refresh. */
export function PendingRefreshNotice({ refresh: { isWaiting } }: { refresh: InstanceRefresh }) {
  const isUnsaved = useHasUnsavedChanges();
  if (!isWaiting || !isUnsaved) return null;
  return (
    <Alert
      tone="info"
      title="The change is saved"
      message="Save or undo your edits on this page. Then we briefly open the workspace to apply the change."
    />
  );
}

/** Whether the user came back from an instance that did not redirect, to a new document or to this one. */
function useVisitFailed(workspaceId: string): boolean {
  const outcome = useContext(VisitOutcomeContext);
  const [hasFailed, setFailed] = useState(outcome === 'failed');
  const { id: userId } = useUser();
  const onRestore = useEffectEvent(() => {
    if (!isVisitingInstance({ userId, workspaceId })) return;
    clearPosition();
    setFailed(true);
  });
  useEffect(() => {
    // The browser restored this document from its back-forward cache.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onRestore();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  return hasFailed;
}

/** Says that the instance did not read the changed permissions, as far as the portal knows. */
export function FailedVisitNotice({ workspace }: { workspace: Workspace }) {
  const { assign, currentPath } = useBrowser();
  const { id: userId } = useUser();
  const hasFailed = useVisitFailed(workspace.id);
  if (!hasFailed) return null;
  const tryAgain = () => {
    const page = settingsPageOf(workspace.id, currentPath());
    savePosition({ userId, workspaceId: workspace.id }, { section: 'Members', ...page });
    storeDrafts();
    allowLeaving();
    assign(refreshAuthUrl(workspace.instanceUrl, workspace.id));
  };
  return (
    <Alert
      tone="warning"
      title="The change is saved, but we couldn’t tell the workspace"
      message={
        <>
          <b translate="no">{hostOf(workspace.instanceUrl)}</b>
          <span>
            {' '}
            did not respond, and may still use the earlier roles and approvals. Check that it runs, then try again.
          </span>
        </>
      }
      action={
        <Button size="sm" onClick={tryAgain}>
          Try again
        </Button>
      }
    />
  );
}
