import type { AuthToken } from '@portal/contract';
import { Button, IconButton } from '@portal/ui';
import { useRevokeAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { keepFocus } from '../../navigation/focus-heading.ts';

export interface RevokeButtonProps {
  workspaceId: string;
  token: AuthToken;
}

export function RevokeButton({ workspaceId, token }: RevokeButtonProps) {
  const [revoke, { error, isLoading }] = useRevokeAuthTokenMutation();
  const act = () => void revoke({ params: { workspaceId, tokenId: token.id } }).then(keepFocus);
  if (error && !isLoading) {
    return (
      <IconButton
        icon="alert-triangle"
        size="sm"
        label="Error. Token not revoked!"
        tooltip="Error. Token not revoked!"
        className="text-warning-icon"
        onClick={act}
      />
    );
  }
  return (
    <Button size="sm" confirmClick loading={isLoading} loadingText="Revoking..." onClick={act}>
      Revoke
    </Button>
  );
}
