import { useEffect, useRef, type FocusEvent, type ReactNode, type RefObject } from 'react';
import { Dialog } from '@base-ui/react/dialog';
import { IconButton } from '../button/icon-button.tsx';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Set false to remove the close button and to ignore Escape and clicks outside. Default: true. */
  dismissable?: boolean | undefined;
  /** Called on Escape if `dismissable` is false. */
  onEscape?: (() => void) | undefined;
  size?: 'md' | 'lg' | undefined;
  closeLabel?: string | undefined;
  /** The element to focus on opening. Default: the first control of the content. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Returns the element to focus on closing. Default: the element that had the focus before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  /** Finds the element to focus when the modal has closed and that element is gone. Must be stable. Default: the page's heading. */
  fallbackFocus?: (() => HTMLElement | undefined) | undefined;
}

const widths = { md: 'max-w-[30rem]', lg: 'max-w-[44rem]' };

/** Excludes the close button, which comes first. */
const focusableSelector = '[data-part] :is(input, textarea, select, button, a[href]):not(:disabled)';

interface ModalPopupProps extends ModalProps {
  /** Called with `fallbackFocus` when the modal has closed and has returned the focus. */
  onClosed: (findTarget?: () => HTMLElement | undefined) => void;
}

export default function ModalPopup(props: ModalPopupProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    actions,
    dismissable = true,
    onEscape,
    size = 'md',
    finalFocus,
    fallbackFocus,
    onClosed,
  } = props;
  const popup = useRef<HTMLDivElement>(null);
  /** Enter blurs a field; this keeps the focus in the dialog. */
  const returnFocusToPopup = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && popup.current?.matches('[data-open]')) popup.current.focus();
    });
  };
  // Some pages unmount the dialog to close it.
  useEffect(() => () => onClosed(fallbackFocus), [onClosed, fallbackFocus]);
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={!dismissable}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed(fallbackFocus);
      }}
      onOpenChange={(next, details) => {
        const isDismissal = details.reason === 'escape-key' || details.reason === 'outside-press';
        if (dismissable || !isDismissal) {
          onOpenChange(next);
          return;
        }
        details.cancel();
        if (details.reason === 'escape-key') onEscape?.();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-30 flex overflow-y-auto p-6">
          <Dialog.Popup
            ref={popup}
            onBlur={returnFocusToPopup}
            initialFocus={() =>
              props.initialFocus?.current ?? popup.current?.querySelector<HTMLElement>(focusableSelector) ?? true
            }
            {...(finalFocus && { finalFocus })}
            className={`m-auto w-full rounded-xl bg-raised shadow-float outline-none transition-[opacity,transform] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0 ${widths[size]}`}
          >
            <div className="flex items-start gap-4 px-6 pt-5 pb-3">
              <div className="min-w-0 flex-1">
                <Dialog.Title className="text-lg font-semibold text-strong wrap-anywhere">{title}</Dialog.Title>
                {description && <Dialog.Description className="mt-1 text-secondary">{description}</Dialog.Description>}
              </div>
              {dismissable && (
                <IconButton
                  icon="x"
                  label={props.closeLabel ?? 'Close'}
                  size="sm"
                  className="-mr-2"
                  onClick={() => onOpenChange(false)}
                />
              )}
            </div>
            <div data-part="body" className="px-6 pb-5">
              {children}
            </div>
            {actions && (
              <div data-part="actions" className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4">
                {actions}
              </div>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
