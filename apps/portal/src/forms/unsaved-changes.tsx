import { Button, Modal } from '@portal/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { askBeforeLeaving, holdBack, watchLosses, wouldLose } from '../navigation/ask-before-leaving.ts';
import { useVisitedPages } from '../navigation/history.ts';

export interface UnsavedChangesProps {
  when: boolean;
  title?: string;
  /** What would be lost. */
  children?: ReactNode;
}

/** Counts what a form holds among what would be lost; the page's one `UnsavedChanges` asks for all of them. */
export const useLostByLeaving = (when: boolean) => useEffect(() => (when ? askBeforeLeaving() : undefined), [when]);

/** Has a trip to another site wait for a request that leaving the page would abort. */
export const useHeldBack = (isPending: boolean) => useEffect(() => (isPending ? holdBack() : undefined), [isPending]);

/** Asks before changes are lost, whether by a link of the portal or by closing the window. Once on a page. */
export function UnsavedChanges({
  when,
  title = 'Leave without saving?',
  children = 'What you changed on this page is not saved yet.',
}: UnsavedChangesProps) {
  const visited = useVisitedPages();
  const [leave, setLeave] = useState<() => void>();
  const stay = useRef<HTMLButtonElement>(null);
  const close = () => setLeave(undefined);
  // What was being saved while it was asked is saved by now.
  useEffect(() => {
    if (!leave) return undefined;
    return watchLosses(() => {
      if (wouldLose()) return;
      setLeave(undefined);
      leave();
    });
  }, [leave]);
  // After what hears of it, so that to leave the page all the same is not heard as a save.
  useLostByLeaving(when);
  useEffect(
    () =>
      visited.doubt((pathname, goOn) => {
        if (!wouldLose() || pathname === visited.place.location.pathname) return false;
        setLeave(() => goOn);
        return true;
      }),
    [visited],
  );
  return (
    <Modal
      open={leave !== undefined}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={title}
      // A key that was meant for a field must not lose what is in it.
      initialFocus={stay}
      actions={
        <>
          <Button
            onClick={() => {
              close();
              leave?.();
            }}
          >
            Leave
          </Button>
          <Button ref={stay} variant="primary" onClick={close}>
            Stay here
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
