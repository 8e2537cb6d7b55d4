import { Icon, IconButton, moveFocusOnUnmount } from '@portal/ui';
import { useEffect } from 'react';

const closeAfterMs = 20_000;

/** What the user changed. The same change made again has another id. */
export interface Change {
  readonly id: number;
  readonly message: string;
}

export interface ChangeNoticeProps {
  change: Change | undefined;
  onClose: () => void;
}

/** Says what a change did. At the bottom of the window, because the changed row may be far from the start of the page. */
export function ChangeNotice({ change, onClose }: ChangeNoticeProps) {
  useEffect(() => {
    if (change === undefined) return undefined;
    const timer = setTimeout(onClose, closeAfterMs);
    return () => clearTimeout(timer);
  }, [change, onClose]);
  return (
    <>
      {/* Always there, so that screen readers announce each new text in it, also an equal one. */}
      <p role="status" className="sr-only">
        {change && <span key={change.id}>{change.message}</span>}
      </p>
      {change && (
        // Above the sticky bar of a form with unsaved changes.
        <div className="pointer-events-none fixed inset-x-4 bottom-20 z-20 flex justify-center">
          <div
            role="group"
            aria-label="Last change"
            className="pointer-events-auto flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 text-sm shadow-float"
          >
            <Icon name="check-circle" size={16} className="flex-none text-success-icon" />
            <p className="mr-1 min-w-0 wrap-anywhere">{change.message}</p>
            <IconButton ref={moveFocusOnUnmount} size="sm" icon="x" label="Close" onClick={onClose} />
          </div>
        </div>
      )}
    </>
  );
}
