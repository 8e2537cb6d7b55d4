import type { AuthToken, TokenPolicy } from '@portal/contract';
import { Badge, Timestamp } from '@portal/ui';
import type { TokenPrincipals } from './use-token-principals.ts';
import { missingRight } from './token-options.ts';

export interface TokenFactsProps {
  token: AuthToken;
  principals: TokenPrincipals;
  policy: TokenPolicy;
  isActive: boolean;
}

/** What a token can do and from where, and what happened to it. Below its name. */
export function TokenFacts({ token, principals, policy, isActive }: TokenFactsProps) {
  const { networks, replacedAt, usedAfterReplacedAt, rotatesUntil } = token;
  return (
    <div className="mt-0.5 grid gap-0.5 text-xs wrap-anywhere text-secondary">
      <Scopes {...{ token, principals, policy, isActive }} />
      {networks.length > 0 && (
        <p>
          Only from <span translate="no">{networks.join(', ')}</span>
        </p>
      )}
      {isActive && rotatesUntil !== null && replacedAt === null && (
        <p>
          Can replace itself until <Timestamp date={rotatesUntil} relative="disabled" />
        </p>
      )}
      {replacedAt !== null && (
        <p className="flex flex-wrap items-center gap-1.5">
          <Badge>Replaced</Badge>
          {isActive && token.expiresAt !== null && (
            <span>
              ends <Timestamp date={token.expiresAt} />
            </span>
          )}
        </p>
      )}
      {usedAfterReplacedAt !== null && (
        <p className="flex flex-wrap items-center gap-1.5">
          <Badge tone="warning" icon="alert-triangle">
            Used after it was replaced
          </Badge>
          <Timestamp date={usedAfterReplacedAt} />
        </p>
      )}
    </div>
  );
}

/** The scopes. One that the role or the policy does not allow any more is struck through, with the reason. */
function Scopes({ token, principals, policy, isActive }: TokenFactsProps) {
  const rights = { role: principals.roleOf(token), allowsWrites: policy.allowsWrites };
  return (
    <ul aria-label="Scopes" className="flex flex-wrap gap-x-2 font-mono">
      {token.scopes.map((scope) => {
        const reason = isActive ? missingRight(scope, rights) : null;
        return (
          <li key={scope}>
            {reason === null ? (
              <span translate="no">{scope}</span>
            ) : (
              <>
                <s translate="no">{scope}</s> <span className="font-sans text-warning">{reason}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
