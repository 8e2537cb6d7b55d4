import { Button, Modal } from '@portal/ui';
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import { hasUnsavedChanges, markPending, markUnsaved, subscribeToLeaveGuard } from '../../lib/leave-guard.ts';

export interface UnsavedChangesDialogProps {
  when: boolean;
  title?: string;
  /** Describes what the user would lose. */
  children?: ReactNode;
}

/** Marks a form as unsaved. The `UnsavedChangesDialog` of the page asks for all such forms. */
export const useMarkUnsaved = (when: boolean) => useEffect(() => (when ? markUnsaved() : undefined), [when]);

/** Delays a navigation to an instance while a request is pending, because the navigation would abort the request. */
export const useMarkPending = (isPending: boolean) =>
  useEffect(() => (isPending ? markPending() : undefined), [isPending]);

export const useHasUnsavedChanges = () => useSyncExternalStore(subscribeToLeaveGuard, hasUnsavedChanges);

const losesChanges: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsavedChanges() && nextLocation.pathname !== currentLocation.pathname;

/**
 * Asks before the user leaves the page with unsaved changes, by a link or by closing the window. Use it once on a page,
 * because the router supports one blocker.
 */
export function UnsavedChangesDialog({
  when,
  title = 'Leave without saving?',
  children = 'You have unsaved changes.',
}: UnsavedChangesDialogProps) {
  const blocker = useBlocker(losesChanges);
  const stay = useRef<HTMLButtonElement>(null);
  const isUnsaved = useHasUnsavedChanges();
  useMarkUnsaved(when);
  useEffect(() => {
    // The changes were saved while the dialog was open.
    if (blocker.state === 'blocked' && !isUnsaved) blocker.proceed();
  }, [blocker, isUnsaved]);
  return (
    <Modal
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={title}
      // A key pressed for a field must not discard the changes.
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
