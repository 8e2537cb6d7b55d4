import {
  cloneElement,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { placeBeside } from './place-beside.ts';

export interface TooltipProps {
  content: ReactNode;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
  side?: 'top' | 'bottom' | undefined;
  /** The tooltip only repeats the name of its trigger, so that it is not said twice. */
  names?: boolean | undefined;
  disabled?: boolean | undefined;
}

const openDelay = 400;
const closeDelay = 120;

/** Opens on hover and focus, stays while the pointer rests on it, and closes with Escape. */
export function Tooltip({ content, children, side = 'top', names = false, disabled = false }: TooltipProps) {
  const id = useId();
  const trigger = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const change = useCallback((next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => change(true, openDelay);
  const hide = () => change(false, closeDelay);
  const shown = open && !disabled && Boolean(content);
  return (
    <>
      <span
        ref={trigger}
        className="contents"
        onPointerEnter={(event) => event.pointerType !== 'touch' && show()}
        onPointerLeave={hide}
        onPointerDown={() => change(false, 0)}
        onFocus={(event) => event.target.matches(':focus-visible') && change(true, 0)}
        onBlur={() => change(false, 0)}
      >
        {shown && !names ? cloneElement(children, { 'aria-describedby': id }) : children}
      </span>
      {shown && (
        <TooltipPopup
          id={id}
          side={side}
          anchor={trigger.current?.firstElementChild ?? null}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={hide}
          onEscape={() => change(false, 0)}
        >
          {content}
        </TooltipPopup>
      )}
    </>
  );
}

interface TooltipPopupProps {
  id: string;
  side: 'top' | 'bottom';
  anchor: Element | null;
  children: ReactNode;
  onEnter: () => void;
  onLeave: () => void;
  onEscape: () => void;
}

function TooltipPopup({ id, side, anchor, children, onEnter, onLeave, onEscape }: TooltipPopupProps) {
  const place = useCallback(
    (popup: HTMLDivElement | null) => {
      if (popup && anchor) placeBeside(popup, anchor, side);
    },
    [anchor, side],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('scroll', onEscape, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('scroll', onEscape, true);
    };
  }, [onEscape]);
  return createPortal(
    <div
      ref={place}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed top-0 left-0 z-50 max-w-80 animate-appear rounded-md bg-tooltip px-2 py-1 text-xs wrap-anywhere text-tooltip shadow-float"
    >
      {children}
    </div>,
    document.body,
  );
}
