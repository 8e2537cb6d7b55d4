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

export interface TooltipProps {
  content: ReactNode;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
  side?: 'top' | 'bottom' | undefined;
  /** The tooltip repeats the trigger's accessible name, so it is not announced as its description. */
  repeatsLabel?: boolean | undefined;
  disabled?: boolean | undefined;
}

const openDelayMs = 400;
const closeDelayMs = 120;

/** Opens on hover and keyboard focus, stays open while the pointer is over it, and closes on Escape. */
export function Tooltip({ content, children, side = 'top', repeatsLabel = false, disabled = false }: TooltipProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [anchor, setAnchor] = useState<Element | null>(null);

  const scheduleAnchor = useCallback((next: Element | null, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), delayMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const close = useCallback(() => scheduleAnchor(null, 0), [scheduleAnchor]);
  const hide = () => scheduleAnchor(null, closeDelayMs);
  const isOpen = anchor && !disabled && Boolean(content);
  return (
    <>
      <span
        role="presentation"
        className="contents"
        onPointerEnter={(event) =>
          event.pointerType !== 'touch' && scheduleAnchor(event.currentTarget.firstElementChild, openDelayMs)
        }
        onPointerLeave={hide}
        onPointerDown={close}
        onFocus={(event) =>
          event.target.matches(':focus-visible') && scheduleAnchor(event.currentTarget.firstElementChild, 0)
        }
        onBlur={close}
      >
        {isOpen && !repeatsLabel ? cloneElement(children, { 'aria-describedby': id }) : children}
      </span>
      {isOpen && (
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
  const position = useCallback(
    (popup: HTMLDivElement | null) => {
      if (popup) positionPopup(popup, anchor, side);
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
      ref={position}
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

const gapPx = 6;
const marginPx = 8;

/** Positions a fixed popup above or below its anchor: on the other side if there is no room, and inside the window. */
function positionPopup(popup: HTMLElement, anchor: Element, side: 'top' | 'bottom') {
  const anchorRect = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const above = anchorRect.top - gapPx - height;
  const below = anchorRect.bottom + gapPx;
  const fitsAbove = above >= marginPx;
  const fitsBelow = below + height <= window.innerHeight - marginPx;
  const isAbove = side === 'top' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const centredLeft = anchorRect.left + anchorRect.width / 2 - width / 2;
  const left = Math.max(marginPx, Math.min(centredLeft, window.innerWidth - width - marginPx));
  popup.style.left = `${Math.round(left)}px`;
  popup.style.top = `${Math.round(isAbove ? above : below)}px`;
}
