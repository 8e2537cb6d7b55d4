import { Button, IconButton } from '@portal/ui';
import type { Failure } from '../../http/failure.ts';

export interface RevokeButtonProps {
  /** Why the token is still active. */
  failure: Failure | undefined;
  onRevoke: () => void;
}

export function RevokeButton({ failure, onRevoke }: RevokeButtonProps) {
  if (failure) {
    return (
      <span role="alert">
        <IconButton
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
    <Button size="sm" confirmClick onClick={onRevoke}>
      Revoke
    </Button>
  );
}
