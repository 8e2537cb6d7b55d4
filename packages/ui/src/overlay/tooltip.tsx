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
import { classNames } from '../class-names.ts';

/** `end`: to the right, else to the left, and below if neither has room. */
type TooltipSide = 'top' | 'bottom' | 'end';

export interface TooltipProps {
  content: ReactNode;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
  side?: TooltipSide | undefined;
  /** The element that the tooltip is placed at; the trigger by default. */
  anchorOf?: ((trigger: Element) => Element | null) | undefined;
  /** The tooltip repeats the trigger's accessible name, so it is not announced as its description. */
  repeatsLabel?: boolean | undefined;
  disabled?: boolean | undefined;
}

const openDelayMs = 400;
const closeDelayMs = 120;

/** Opens on hover and keyboard focus, stays open while the pointer is over it, and closes on a press and on Escape. */
export function Tooltip(props: TooltipProps) {
  const { content, children, side = 'top', anchorOf, repeatsLabel = false, disabled = false } = props;
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
  const describedBy = classNames(children.props['aria-describedby'], id);
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
        // By keyboard, too: the press may move the trigger.
        onClick={close}
        onFocus={(event) =>
          event.target.matches(':focus-visible') && scheduleAnchor(event.currentTarget.firstElementChild, 0)
        }
        onBlur={close}
      >
        {isOpen && !repeatsLabel ? cloneElement(children, { 'aria-describedby': describedBy }) : children}
      </span>
      {isOpen && (
        <TooltipPopup
          id={id}
          side={side}
          anchor={anchorOf?.(anchor) ?? anchor}
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
  side: TooltipSide;
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

/** Positions a fixed popup next to its anchor and inside the window: on another side if there is no room. */
function positionPopup(popup: HTMLElement, anchor: Element, side: TooltipSide) {
  const anchorRect = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const maxLeft = window.innerWidth - width - marginPx;
  const maxTop = window.innerHeight - height - marginPx;
  const clamp = (value: number, max: number) => Math.round(Math.max(marginPx, Math.min(value, max)));
  const place = (left: number, top: number) => {
    popup.style.left = `${clamp(left, maxLeft)}px`;
    popup.style.top = `${clamp(top, maxTop)}px`;
  };
  const [right, left] = [anchorRect.right + gapPx, anchorRect.left - gapPx - width];
  if (side === 'end' && (right <= maxLeft || left >= marginPx)) {
    place(right <= maxLeft ? right : left, anchorRect.top);
    return;
  }
  const above = anchorRect.top - gapPx - height;
  const below = anchorRect.bottom + gapPx;
  const fitsAbove = above >= marginPx;
  const fitsBelow = below <= maxTop;
  const isAbove = side === 'top' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  place(anchorRect.left + anchorRect.width / 2 - width / 2, isAbove ? above : below);
}
