import { keepFocusAtEnd } from '@portal/ui';
import { FailureBox, type FailureBoxProps } from './failure-box.tsx';

export interface RestFailedProps {
  /** The list, of which all pages are loaded; nothing is shown unless the next page failed. */
  list: {
    readonly nextPageError: FailureBoxProps['error'];
    readonly isFetching: boolean;
    readonly fetchNextPage: () => void;
  };
  /** What the list is of. */
  what: string;
  className?: string;
}

/** Says at the foot of a list that its next page could not be loaded. Nothing above it moves when it comes or goes. */
export function RestFailed({ list, what, className = '' }: RestFailedProps) {
  if (!list.nextPageError) return null;
  return (
    <div ref={keepFocusAtEnd} className={`empty:hidden ${className}`}>
      <FailureBox
        error={list.nextPageError}
        title={`The rest of ${what} could not be loaded`}
        isTrying={list.isFetching}
        onRetry={list.fetchNextPage}
      />
    </div>
  );
}
