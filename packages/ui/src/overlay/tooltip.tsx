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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [anchor, setAnchor] = useState<Element | null>(null);

  const change = useCallback((next: Element | null, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), delay);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const close = useCallback(() => change(null, 0), [change]);
  const hide = () => change(null, closeDelay);
  const shown = anchor && !disabled && Boolean(content);
  return (
    <>
      <span
        role="presentation"
        className="contents"
        onPointerEnter={(event) =>
          event.pointerType !== 'touch' && change(event.currentTarget.firstElementChild, openDelay)
        }
        onPointerLeave={hide}
        onPointerDown={close}
        onFocus={(event) => event.target.matches(':focus-visible') && change(event.currentTarget.firstElementChild, 0)}
        onBlur={close}
      >
        {shown && !names ? cloneElement(children, { 'aria-describedby': id }) : children}
      </span>
      {shown && (
        <TooltipPopup
          id={id}
          side={side}
          anchor={anchor}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={hide}
          onEscape={close}
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
  anchor: Element;
  children: ReactNode;
  onEnter: () => void;
  onLeave: () => void;
  onEscape: () => void;
}

function TooltipPopup({ id, side, anchor, children, onEnter, onLeave, onEscape }: TooltipPopupProps) {
  const place = useCallback(
    (popup: HTMLDivElement | null) => {
      if (popup) placeBeside(popup, anchor, side);
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
