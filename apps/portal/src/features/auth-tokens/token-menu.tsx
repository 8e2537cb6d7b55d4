import { canManageMembers, type AuthToken, type Workspace } from '@portal/contract';
import { IconButton, reclaimRowFocus, RowMenu } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { RequestError } from '../../api/http/request-error.ts';
import { paths } from '../../lib/paths.ts';
import { tokenIdElement, tokenName } from './token-columns.tsx';

export interface TokenMenuProps {
  workspace: Workspace;
  token: AuthToken;
  /** The error of the last attempt to revoke the token. */
  error: RequestError | undefined;
  /** Undefined if the user cannot rotate the token. */
  onRotate: (() => void) | undefined;
  /** Asks for confirmation. Undefined if the user cannot revoke the token. */
  onRevoke: (() => void) | undefined;
  onRetry: () => void;
}

/** What the user can do with a token. A revoked one moves to the other table immediately, and back if the request fails. */
export function TokenMenu({ workspace, token, error, onRotate, onRevoke, onRetry }: TokenMenuProps) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error && retry.current) reclaimRowFocus(retry.current);
  }, [error]);
  return (
    <div className="inline-flex items-center">
      {error && (
        <span role="alert">
          <IconButton
            ref={retry}
            icon="alert-triangle"
            size="sm"
            label="Error. Token not revoked!"
            tooltip="Error. Token not revoked!"
            className="text-warning-icon"
            onClick={onRetry}
          />
        </span>
      )}
      <RowMenu
        subject={tokenName(token)}
        describedBy={tokenIdElement(token.id)}
        items={[
          onRotate !== undefined && { label: 'Rotate', icon: 'refresh', onSelect: onRotate },
          canManageMembers(workspace.role) && {
            label: 'View activity',
            icon: 'activity',
            render: <Link to={paths.workspaceActivityOfToken(workspace.id, token.id)} />,
          },
          onRevoke !== undefined && { label: 'Revoke', icon: 'ban', destructive: true, onSelect: onRevoke },
        ]}
      />
    </div>
  );
}
