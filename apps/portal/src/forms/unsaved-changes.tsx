import { Button, Modal } from '@portal/ui';
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import { hasUnsavedChanges, markPending, markUnsaved, subscribeToLeaveGuard } from '../navigation/leave-guard.ts';

export interface UnsavedChangesProps {
  when: boolean;
  title?: string;
  /** What would be lost. */
  children?: ReactNode;
}

/** Counts a form among the unsaved changes; the page's one `UnsavedChanges` asks for all of them. */
export const useLostByLeaving = (when: boolean) => useEffect(() => (when ? markUnsaved() : undefined), [when]);

/** Has a trip to another site wait for a request that leaving the page would abort. */
export const useHeldBack = (isPending: boolean) =>
  useEffect(() => (isPending ? markPending() : undefined), [isPending]);

/** Whether the page has unsaved changes. */
export const useHasUnsavedChanges = () => useSyncExternalStore(subscribeToLeaveGuard, hasUnsavedChanges);

const losesChanges: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsavedChanges() && nextLocation.pathname !== currentLocation.pathname;

/**
 * Asks before changes are lost, whether by a link of the portal or by closing the window. Once on a page, since the
 * router has one blocker.
 */
export function UnsavedChanges({
  when,
  title = 'Leave without saving?',
  children = 'What you changed on this page is not saved yet.',
}: UnsavedChangesProps) {
  const blocker = useBlocker(losesChanges);
  const stay = useRef<HTMLButtonElement>(null);
  const isUnsaved = useHasUnsavedChanges();
  useLostByLeaving(when);
  useEffect(() => {
    // What was being saved while the dialog was open is saved by now.
    if (blocker.state === 'blocked' && !isUnsaved) blocker.proceed();
  }, [blocker, isUnsaved]);
  return (
    <Modal
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={title}
      // A key that was meant for a field must not lose what is in it.
      initialFocus={stay}
      actions={
        <>
          <Button onClick={() => blocker.proceed?.()}>Leave</Button>
          <Button ref={stay} variant="primary" onClick={() => blocker.reset?.()}>
            Stay here
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
