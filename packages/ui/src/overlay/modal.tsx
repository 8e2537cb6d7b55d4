import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import type { ModalProps } from './modal-popup.tsx';
import { focusFallback } from '../focus/focus.ts';
import { whenIdle } from '../when-idle.ts';

const loadPopup = () => import('./modal-popup.tsx');
const ModalPopup = lazy(loadPopup);

/** The popup is its own chunk, fetched when the browser is idle or the modal opens. */
export function Modal(props: ModalProps) {
  const { open } = props;
  const [hasOpened, setHasOpened] = useState(false);
  useEffect(() => {
    // A transition, because the user may close the modal before its chunk has loaded.
    if (open) startTransition(() => setHasOpened(true));
  }, [open]);
  useEffect(() => whenIdle(() => void loadPopup()), []);
  // Stays mounted after the first opening, for the closing animation. When it has closed, the control that opened it may be gone.
  return <Suspense>{hasOpened && <ModalPopup {...props} onClosed={focusFallback} />}</Suspense>;
}
