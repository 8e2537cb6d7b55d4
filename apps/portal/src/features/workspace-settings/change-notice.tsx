import { Icon, IconButton, moveFocusOnUnmount } from '@portal/ui';
import { useEffect } from 'react';

const closeAfterMs = 20_000;

export interface ChangeNoticeProps {
  /** What the user changed. */
  message: string | undefined;
  onClose: () => void;
}

/** Says what a change did. At the bottom of the window, because the changed row may be far from the start of the page. */
export function ChangeNotice({ message, onClose }: ChangeNoticeProps) {
  useEffect(() => {
    if (message === undefined) return undefined;
    const timer = setTimeout(onClose, closeAfterMs);
    return () => clearTimeout(timer);
  }, [message, onClose]);
  return (
    <>
      {/* Always there, so that screen readers announce the message. */}
      <p role="status" className="sr-only">
        {message}
      </p>
      {message !== undefined && (
        <div className="pointer-events-none fixed inset-x-4 bottom-4 z-20 flex justify-center">
          <div
            role="group"
            aria-label="Last change"
            className="pointer-events-auto flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 text-sm shadow-float"
          >
            <Icon name="check-circle" size={16} className="flex-none text-success-icon" />
            <p className="mr-1 min-w-0 wrap-anywhere">{message}</p>
            <IconButton ref={moveFocusOnUnmount} size="sm" icon="x" label="Close" onClick={onClose} />
          </div>
        </div>
      )}
    </>
  );
}
