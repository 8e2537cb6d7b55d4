import type { TokensToReview as Tokens, TokenToReview } from '@portal/contract';
import { Button, Timestamp, moveFocusNearOnUnmount, moveFocusToSectionOnUnmount } from '@portal/ui';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useRevokeAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import type { RequestError } from '../../api/http/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import { useMutationsById } from '../../api/cache/use-mutations-by-id.ts';
import { useKeepTokenMutation } from '../../api/user-sessions.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
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
  const [outcome, setOutcome] = useState('');
  const [wasShown, setWasShown] = useState(false);
  if (tokens.length > 0 && !wasShown) setWasShown(true);
  const keepToken = (tokenId: string) => void keeps.run(tokenId, () => keep({ params: { userId, tokenId } }));
  keepAction.useResume((tokenId) => {
    keepToken(tokenId);
    return true;
  });
  const reauthenticate = keepAction.useReauthenticate();
  const revokeToken = ({ id, workspaceId }: TokenToReview) =>
    revocations.run(id, () => revoke({ params: { workspaceId, tokenId: id } }));
  const revokeTokens = async (toRevoke: readonly TokenToReview[]) => {
    setOutcome('');
    // One at a time, so that a long list does not use all connections of the browser.
    let revoked = 0;
    for (const token of toRevoke) if (await revokeToken(token)) revoked += 1;
    setOutcome(describeOutcome(revoked, toRevoke));
    if (revoked > 0) onRevoked();
  };
  const revokeAll = async () => {
    setIsRevokingAll(true);
    await revokeTokens(tokens);
    setIsRevokingAll(false);
  };
  if (tokens.length === 0 && !wasShown) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id={headingId} className="font-semibold text-strong">
          API tokens to review
        </h3>
        <p role="status" className="text-strong">
          {outcome}
        </p>
        <p className="text-secondary">{tokens.length === 0 ? 'No tokens are left to review.' : introduction}</p>
      </div>
      <ul aria-labelledby={headingId} className="grid gap-3">
        {tokens.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            isRevoking={isRevokingAll || revocations.isPending(token.id)}
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
        <div ref={moveFocusToSectionOnUnmount}>
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

const introduction =
  'Your current login did not create these API tokens, and they still work. Revoke each token that you don’t recognize, and keep the others. Tokens are listed here for 30 days after you end sessions. The next time that you end all other sessions, the tokens that you kept are listed, too.';

/** An error stands beside each token that was not revoked. */
function describeOutcome(revoked: number, tokens: readonly TokenToReview[]): string {
  if (revoked === 0) return '';
  if (tokens.length === 1) return `${nameOf(tokens[0])} was revoked.`;
  return revoked === tokens.length
    ? `${revoked} tokens were revoked.`
    : `${revoked} of ${tokens.length} tokens were revoked.`;
}

const nameOf = (token: TokenToReview | undefined) => token?.name ?? 'Unnamed';

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
const focusNextItem = moveFocusNearOnUnmount((item) => item);

function TokenItem({ token, ...actions }: TokenItemProps) {
  const { workspaceId, workspaceName, createdAt, lastUsedAt } = token;
  const name = nameOf(token);
  // Two tokens may have one name.
  const detailsId = useId();
  return (
    <li ref={focusNextItem} tabIndex={-1} className="grid gap-2">
      <div className="flex flex-wrap items-start gap-3 sm:flex-nowrap">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-medium text-strong">{name}</p>
          <p id={detailsId} className="text-sm text-secondary">
            In{' '}
            <Link to={paths.workspaceApiTokens(workspaceId)} className="text-link">
              {workspaceName}
            </Link>
            , created <Timestamp date={createdAt} relative="disabled" showTime="minutes" />,{' '}
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
            aria-describedby={detailsId}
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
            aria-describedby={detailsId}
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
