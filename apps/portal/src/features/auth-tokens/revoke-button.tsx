import { Button, IconButton } from '@portal/ui';
import { useEffect, useRef, type MouseEvent } from 'react';
import type { Failure } from '../../http/failure.ts';
import type { RevokeFocus } from './revoke-focus.ts';

export interface RevokeButtonProps {
  tokenId: string;
  /** Why the token is still active. */
  failure: Failure | undefined;
  focus: RevokeFocus;
  onRevoke: () => void;
}

/** With its row it moves to the other table at once, and back if that fails. */
export function RevokeButton({ tokenId, failure, focus, onRevoke }: RevokeButtonProps) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => () => focus.leave(tokenId), [focus, tokenId]);
  useEffect(() => {
    if (failure && retry.current) focus.comeBack(tokenId, retry.current);
  }, [failure, focus, tokenId]);
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focus.press(tokenId, currentTarget);
    onRevoke();
  };
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
          onClick={onClick}
        />
      </span>
    );
  }
  return (
    <Button size="sm" confirmClick onClick={onClick}>
      Revoke
    </Button>
  );
}
