import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import type { ModalProps } from './modal-popup.tsx';
import { whenIdle } from './when-idle.ts';

const load = () => import('./modal-popup.tsx');
const ModalPopup = lazy(load);

/** Its machinery is fetched when the browser has nothing better to do, so that it weighs nothing at the start. */
export function Modal(props: ModalProps) {
  const { open } = props;
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    // As soon as its code is here: a fallback would be held, and somebody may have gone on by then.
    if (open) startTransition(() => setWanted(true));
  }, [open]);
  useEffect(() => whenIdle(() => void load()), []);
  // Once opened it stays mounted, so that it can leave as gently as it came.
  return <Suspense>{wanted && <ModalPopup {...props} />}</Suspense>;
}
