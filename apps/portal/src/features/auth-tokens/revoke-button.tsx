import { Button, IconButton, takeFocusBack } from '@portal/ui';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../http/failure.ts';

export interface RevokeButtonProps {
  /** What the token is called. */
  name: string;
  /** Why the token is still active. */
  failure: Failure | undefined;
  onRevoke: () => void;
}

/** With its row it moves to the other table at once, and back if that fails. */
export function RevokeButton({ name, failure, onRevoke }: RevokeButtonProps) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (failure && retry.current) takeFocusBack(retry.current);
  }, [failure]);
  if (failure) {
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
    <Button size="sm" confirmClick aria-label={`Revoke ${name}`} onClick={onRevoke}>
      Revoke
    </Button>
  );
}
