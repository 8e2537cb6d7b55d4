import { Button, IconButton, reclaimRowFocus } from '@portal/ui';
import { useEffect, useRef } from 'react';
import type { RequestError } from '../../api/http/request-error.ts';

export interface RevokeButtonProps {
  name: string;
  /** The id of the element that tells tokens of the same name apart. */
  describedBy: string;
  /** The error of the last attempt to revoke the token. */
  error: RequestError | undefined;
  /** Whether a dialog asks, which shows what the token did. Otherwise a second click confirms. */
  opensDialog: boolean;
  /** In a column of its own, so that the longer prompt grows to the left. */
  alignRight: boolean;
  onRevoke: () => void;
}

/** Revokes a token. Its row moves to the other table immediately, and back if the request fails. */
export function RevokeButton({ name, describedBy, error, opensDialog, alignRight, onRevoke }: RevokeButtonProps) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error && retry.current) reclaimRowFocus(retry.current);
  }, [error]);
  if (error) {
    return (
      <span role="alert">
        <IconButton
          ref={retry}
          icon="alert-triangle"
          size="sm"
          label="Error. Token not revoked!"
          tooltip="Error. Token not revoked!"
          className="text-warning-icon"
          onClick={onRevoke}
        />
      </span>
    );
  }
  return (
    <div className={alignRight ? 'flex justify-end' : 'flex'}>
      <Button
        size="sm"
        confirmClick={!opensDialog}
        // The longer prompt may wrap.
        className="h-auto min-h-7 max-w-full wrap-truncated"
        aria-label={`Revoke ${name}`}
        aria-describedby={describedBy}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </div>
  );
}
