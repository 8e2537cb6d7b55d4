import { lazy, startTransition, Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { whenIdle } from './when-idle.ts';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** When false, neither a stray click nor Escape closes it, and it has no close button. */
  dismissable?: boolean | undefined;
  /** What Escape does instead, where it does not close it. */
  onEscape?: (() => void) | undefined;
  size?: 'md' | 'lg' | undefined;
  closeLabel?: string | undefined;
  /** Where the focus goes at first, if not to what can be used first. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Where the focus goes once it is closed, if not back to where it came from. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

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
