import type { TokensToReview as Tokens, TokenToReview } from '@portal/contract';
import { Button, Timestamp } from '@portal/ui';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useRevokeAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import type { RequestError } from '../../api/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import { useMutationsById } from '../../api/use-mutations-by-id.ts';
import { useKeepTokenMutation } from '../../api/user-sessions.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { focusNearOnUnmount } from '../../lib/focus-on-unmount.ts';
import { paths } from '../../lib/paths.ts';
import { definePendingAction } from '../../session/pending-action.ts';

interface TokensToReviewProps {
  list: Tokens;
  /** Loads the list again. */
  onRevoked: () => void;
}

/** The id of a token to keep. If that requires a new login, the request is sent when the user returns. */
const keepAction = definePendingAction<string>('keepToken');

/** The API tokens of the user that someone else may have created. The end of a session does not revoke them. */
export function TokensToReview({ list: { tokens, total }, onRevoked }: TokensToReviewProps) {
  const { id: userId } = useUser();
  const headingId = useId();
  const [revoke] = useRevokeAuthTokenMutation();
  const [keep] = useKeepTokenMutation();
  const revocations = useMutationsById();
  const keeps = useMutationsById();
  const [isRevokingAll, setIsRevokingAll] = useState(false);
  const keepToken = (tokenId: string) => void keeps.run(tokenId, () => keep({ params: { userId, tokenId } }));
  keepAction.useResume((tokenId) => {
    keepToken(tokenId);
    return true;
  });
  const reauthenticate = keepAction.useReauthenticate();
  const revokeToken = ({ id, workspaceId }: TokenToReview) =>
    revocations.run(id, () => revoke({ params: { workspaceId, tokenId: id } }));
  const revokeTokens = async (toRevoke: readonly TokenToReview[]) => {
    // One at a time, so that a long list does not use all connections of the browser.
    let someSucceeded = false;
    for (const token of toRevoke) someSucceeded = (await revokeToken(token)) || someSucceeded;
    if (someSucceeded) onRevoked();
  };
  const revokeAll = async () => {
    setIsRevokingAll(true);
    await revokeTokens(tokens);
    setIsRevokingAll(false);
  };
  if (tokens.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id={headingId} className="font-semibold text-strong">
          API tokens to review
        </h3>
        <p className="text-secondary">
          Your current login did not create these API tokens, and they still work. Revoke each token that you don’t
          recognize, and keep the others. Tokens are listed here for 30 days after you end sessions. The next time that
          you end all other sessions, the tokens that you kept are listed, too.
        </p>
      </div>
      <ul aria-labelledby={headingId} className="grid gap-3">
        {tokens.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            isRevoking={revocations.isPending(token.id)}
            revokeError={revocations.errors.get(token.id)}
            onRevoke={() => void revokeTokens([token])}
            isKeeping={keeps.isPending(token.id)}
            keepError={keeps.errors.get(token.id)}
            onKeep={() => keepToken(token.id)}
            onLogIn={() => reauthenticate(token.id)}
          />
        ))}
      </ul>
      {total > tokens.length && (
        <p className="text-secondary">
          These are the newest {tokens.length} of {total}. The next ones appear when you revoke or keep some.
        </p>
      )}
      {tokens.length > 1 && (
        <div>
          <Button
            confirmClick
            loading={isRevokingAll}
            loadingText={`Revoking ${tokens.length} tokens...`}
            onClick={() => void revokeAll()}
          >
            Revoke these {tokens.length} tokens
          </Button>
        </div>
      )}
    </section>
  );
}

interface TokenItemProps {
  token: TokenToReview;
  isRevoking: boolean;
  revokeError: RequestError | undefined;
  onRevoke: () => void;
  isKeeping: boolean;
  keepError: RequestError | undefined;
  onKeep: () => void;
  /** Starts the new login that keeping a token may require. */
  onLogIn: () => void;
}

/** Focuses the item instead of its first button, so that a second press of Enter does not keep the next token. */
const focusNextItem = focusNearOnUnmount((item) => item);

function TokenItem({ token, ...actions }: TokenItemProps) {
  const { workspaceId, workspaceName, createdAt, lastUsedAt } = token;
  const name = token.name ?? 'Unnamed';
  return (
    <li ref={focusNextItem} tabIndex={-1} className="grid gap-2">
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
        {/* As wide as the confirmation next to "Keep", so that nothing moves when the button asks. */}
        <div className="flex w-full gap-2 sm:w-80 sm:justify-end">
          <Button
            size="sm"
            loading={actions.isKeeping}
            loadingText="Keeping..."
            aria-label={`Keep ${name}`}
            onClick={actions.onKeep}
          >
            Keep
          </Button>
          <Button
            size="sm"
            confirmClick
            loading={actions.isRevoking}
            loadingText="Revoking..."
            aria-label={`Revoke ${name}`}
            onClick={actions.onRevoke}
          >
            Revoke
          </Button>
        </div>
      </div>
      <ErrorAlert error={actions.revokeError} title="The token was not revoked" />
      <NewLoginAlert
        error={actions.keepError}
        title="The token is still listed"
        message="Keeping a token requires a recent login. Log in again to keep it."
        onLogIn={actions.onLogIn}
      />
    </li>
  );
}
