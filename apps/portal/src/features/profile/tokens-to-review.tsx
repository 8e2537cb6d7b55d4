import type { TokenToReview } from '@portal/contract';
import { Button, Timestamp } from '@portal/ui';
import { useId } from 'react';
import { Link } from 'react-router';
import { useRevokeAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import type { RequestError } from '../../api/request-error.ts';
import { useMutationsById } from '../../api/use-mutations-by-id.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { focusNearOnUnmount } from '../../lib/focus-on-unmount.ts';
import { paths } from '../../lib/paths.ts';

interface TokensToReviewProps {
  tokens: readonly TokenToReview[];
  /** Loads the list again. */
  onRevoked: () => void;
}

/** The API tokens that sessions created before they were ended. The end of a session does not revoke them. */
export function TokensToReview({ tokens, onRevoked }: TokensToReviewProps) {
  const headingId = useId();
  const [revoke] = useRevokeAuthTokenMutation();
  const { errors, isPending, run } = useMutationsById();
  if (tokens.length === 0) return null;
  const revokeToken = async ({ id, workspaceId }: TokenToReview) => {
    const succeeded = await run(id, () => revoke({ params: { workspaceId, tokenId: id } }));
    if (succeeded) onRevoked();
  };
  return (
    <section aria-labelledby={headingId} className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id={headingId} className="font-semibold text-strong">
          API tokens to review
        </h3>
        <p className="text-secondary">
          Ended sessions created these API tokens, and the tokens still work. Revoke each token that you don’t
          recognize. Tokens are listed here for 30 days after the sessions ended.
        </p>
      </div>
      <ul aria-labelledby={headingId} className="grid gap-3">
        {tokens.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            isRevoking={isPending(token.id)}
            error={errors.get(token.id)}
            onRevoke={() => void revokeToken(token)}
          />
        ))}
      </ul>
    </section>
  );
}

interface TokenItemProps {
  token: TokenToReview;
  isRevoking: boolean;
  error: RequestError | undefined;
  onRevoke: () => void;
}

const focusNextButton = focusNearOnUnmount((item) => item.querySelector('button'));

function TokenItem({ token, isRevoking, error, onRevoke }: TokenItemProps) {
  const { workspaceId, workspaceName, createdAt, lastUsedAt } = token;
  const name = token.name ?? 'Unnamed';
  return (
    <li ref={focusNextButton} className="grid gap-2">
      <div className="flex flex-wrap items-start gap-3 sm:flex-nowrap">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-medium text-strong">{name}</p>
          <p className="text-sm text-secondary">
            In{' '}
            <Link to={paths.workspaceApiTokens(workspaceId)} className="text-link">
              {workspaceName}
            </Link>
            , created <Timestamp date={createdAt} />,{' '}
            {lastUsedAt === null ? (
              <span>never used</span>
            ) : (
              <span>
                last used <Timestamp date={lastUsedAt} />
              </span>
            )}
          </p>
        </div>
        {/* As wide as the confirmation, so that nothing moves when the button asks. */}
        <div className="flex w-full sm:w-60 sm:justify-end">
          <Button
            size="sm"
            confirmClick
            loading={isRevoking}
            loadingText="Revoking..."
            aria-label={`Revoke ${name}`}
            onClick={onRevoke}
          >
            Revoke
          </Button>
        </div>
      </div>
      <ErrorAlert error={error} title="The token was not revoked" />
    </li>
  );
}
