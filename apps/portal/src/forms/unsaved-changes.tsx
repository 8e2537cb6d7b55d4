import { Button, Modal } from '@portal/ui';
import { useEffect, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { askBeforeLeaving, wouldLose } from '../navigation/ask-before-leaving.ts';

export interface UnsavedChangesProps {
  when: boolean;
  title?: string;
  /** What would be lost. */
  children?: ReactNode;
}

/** Counts what a form holds among what would be lost; the page's one `UnsavedChanges` asks for all of them. */
export const useLostByLeaving = (when: boolean) => useEffect(() => (when ? askBeforeLeaving() : undefined), [when]);

/** Asks before changes are lost, whether by a link of the portal or by closing the window. Once on a page. */
export function UnsavedChanges({
  when,
  title = 'Leave without saving?',
  children = 'What you changed on this page is not saved yet.',
}: UnsavedChangesProps) {
  useLostByLeaving(when);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => wouldLose() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <Modal
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={title}
      actions={
        <>
          <Button onClick={() => blocker.proceed?.()}>Leave</Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Stay here
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
