import { Button, Modal } from '@portal/ui';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askBeforeLeaving } from '../navigation/ask-before-leaving.ts';

/** Asks before changes are lost, whether by a link of the portal or by closing the window. */
export function UnsavedChanges({ when }: { when: boolean }) {
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
      title="Leave without saving?"
      actions={
        <>
          <Button onClick={() => blocker.proceed?.()}>Leave</Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Stay here
          </Button>
        </>
      }
    >
      What you changed on this page is not saved yet.
    </Modal>
  );
}
