import { Button, Modal } from '@portal/ui';
import { useEffect, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { askBeforeLeaving } from '../navigation/ask-before-leaving.ts';

export interface UnsavedChangesProps {
  when: boolean;
  title?: string;
  /** What would be lost. */
  children?: ReactNode;
}

/** Asks before changes are lost, whether by a link of the portal or by closing the window. */
export function UnsavedChanges({
  when,
  title = 'Leave without saving?',
  children = 'What you changed on this page is not saved yet.',
}: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => (when ? askBeforeLeaving() : undefined), [when]);

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
