import { useEffect, type ReactNode } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { moveFocusOnUnmount } from '../focus/focus.ts';
import type { IconName } from '../icon/icon-name.ts';
import { Icon } from '../icon/icon.tsx';

/** What the user changed. The same change made again has another id. */
export interface Notice {
  readonly id: number;
  readonly message: string;
  /** Whether the change did not do all that the user expects. */
  readonly isWarning?: boolean | undefined;
}

export interface FloatingNoticeProps {
  /** Names the notice for screen readers. */
  label: string;
  notice: Notice | undefined;
  icon?: IconName | undefined;
  /** A button, for example to undo the change. */
  action?: ReactNode;
  /** Whether the page can have a sticky save bar at the bottom, which the notice must not cover. */
  aboveSaveBar?: boolean | undefined;
  onClose: () => void;
}

const closeAfterMs = 20_000;

/** Closes the notice that is shown. Notices have the same place, so a new one replaces it. */
let closeShown: (() => void) | undefined;

/** Says what a change did, at the bottom of the window, because the change may be far from the start of the page. */
export function FloatingNotice({ label, notice, icon, action, aboveSaveBar = false, onClose }: FloatingNoticeProps) {
  const id = notice?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    closeShown?.();
    closeShown = onClose;
    const timer = setTimeout(onClose, closeAfterMs);
    return () => {
      clearTimeout(timer);
      if (closeShown === onClose) closeShown = undefined;
    };
  }, [id, onClose]);
  return (
    <>
      {/* Always there, so that screen readers announce each new text in it, also an equal one. */}
      <p role="status" className="sr-only">
        {notice && <span key={notice.id}>{notice.message}</span>}
      </p>
      {notice && (
        <div
          className={`pointer-events-none fixed inset-x-4 z-20 flex justify-center ${aboveSaveBar ? 'bottom-20' : 'bottom-4'}`}
        >
          <div
            role="group"
            aria-label={label}
            className="pointer-events-auto flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 text-sm shadow-float"
          >
            {notice.isWarning ? (
              <Icon name="alert-triangle" size={16} className="flex-none text-warning-icon" />
            ) : (
              icon && <Icon name={icon} size={16} className="flex-none text-success-icon" />
            )}
            <p className="mr-1 line-clamp-3 min-w-0 wrap-anywhere">{notice.message}</p>
            {action}
            <IconButton ref={moveFocusOnUnmount} size="sm" icon="x" label="Close" onClick={onClose} />
          </div>
        </div>
      )}
    </>
  );
}
