import { dayMs, isExpired, type AuthToken, type TokenPolicy } from '@portal/contract';
import { Icon, Timestamp, Truncate, useMinuteClock, VisuallyHidden, type TableColumn } from '@portal/ui';

import { TokenFacts } from './token-facts.tsx';
import type { TokenPrincipals } from './use-token-principals.ts';

type Column = TableColumn<AuthToken>;

/** What the rows show besides the token. */
export interface RowContext {
  readonly principals: TokenPrincipals;
  readonly policy: TokenPolicy;
}

export const tokenName = ({ name }: AuthToken) => name ?? 'Unnamed';

/** Who a token acts as, and who created it. */
function describePrincipals(token: AuthToken, { creatorOf, serviceAccountOf }: TokenPrincipals): string {
  const creator = creatorOf(token);
  const by = creator ? `by ${creator}` : '';
  const serviceAccount = serviceAccountOf(token);
  return serviceAccount === null ? by : `as ${serviceAccount}${by && `, ${by}`}`;
}

/** `menu` is beside the name if no column has it. */
const nameColumn = ({ principals, policy }: RowContext, isActive: boolean, menu?: Column['cell']): Column => ({
  key: 'name',
  header: 'Name',
  minWidth: '8rem',
  cell: (token) => {
    const names = describePrincipals(token, principals);
    return (
      <div className="flex items-center gap-2 py-1.5">
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Truncate translate="no" lines={2} className="font-medium text-strong">
              {tokenName(token)}
            </Truncate>
            <span className="flex min-w-0 gap-1.5 text-xs text-secondary">
              <IdEnding id={token.id} />
              {names && <Truncate>{names}</Truncate>}
            </span>
          </div>
          <TokenFacts token={token} principals={principals} policy={policy} isActive={isActive} />
        </div>
        {menu?.(token)}
      </div>
    );
  },
});

/** The id of the element that tells tokens of the same name apart. */
export const tokenIdElement = (id: string) => `token-id-${id}`;

/** Distinguishes tokens of the same name. */
function IdEnding({ id }: { id: string }) {
  return (
    <span id={tokenIdElement(id)} className="flex-none font-mono">
      <VisuallyHidden>{'ID ending in '}</VisuallyHidden>
      <span aria-hidden>…</span>
      <span translate="no">{id.slice(-6)}</span>
    </span>
  );
}

/** Fits the longest short time, 11mo ago, and the header Last Used. */
const relativeWidth = '5.25rem';

const createdColumn: Column = {
  key: 'created',
  header: 'Created',
  width: relativeWidth,
  cell: (token) => <Timestamp date={token.createdAt} relative="shorthand" />,
};

const lastUsedColumn: Column = {
  key: 'last-used',
  header: 'Last Used',
  width: '10.5rem',
  cell: ({ lastUsedAt, lastUsedNetwork, lastUsedClient }) => {
    if (lastUsedAt === null) return 'Never';
    const by = [lastUsedClient, lastUsedNetwork].filter((text) => text !== null).join(', ');
    return (
      <span className="grid max-sm:text-end">
        <Timestamp date={lastUsedAt} relative="shorthand" />
        {by !== '' && (
          <Truncate translate="no" className="text-xs text-secondary">
            {by}
          </Truncate>
        )}
      </span>
    );
  },
};

/** Fits the longest date: September 28, 2026, in small bold letters. */
const expiryWidth = '9.5rem';
/** Fits Not revoked, and the menu with the warning of a failed revocation. */
const revokeWidth = '7rem';

interface ExpiryProps {
  token: AuthToken;
  expired: boolean;
  /** Whether to say here when the token was revoked, because no column does. */
  showsRevocation?: boolean;
}

/** First how long the token still works, or since when it does not, then the date. */
function Expiry({ token, expired, showsRevocation = false }: ExpiryProps) {
  if (token.expiresAt === null) return 'Never';
  const className = expired ? 'font-bold text-error' : '';
  const expiresAt = new Date(token.expiresAt);
  return (
    <span className="grid max-sm:text-end">
      {token.revokedAt === null &&
        (expired ? <Timestamp date={expiresAt} className={className} /> : <TimeLeft expiresAt={expiresAt} />)}
      <Timestamp date={expiresAt} relative="disabled" className={`text-xs ${className || 'text-secondary'}`} />
      {token.revokedAt !== null && showsRevocation && (
        <span className="text-xs text-secondary">
          Revoked <Timestamp date={token.revokedAt} />
        </span>
      )}
    </span>
  );
}

/** From this on, the row warns that the token expires. */
const warningMs = 7 * dayMs;

/** How long the token still works, in words. */
function TimeLeft({ expiresAt }: { expiresAt: Date }) {
  const isSoon = expiresAt.getTime() - useMinuteClock() <= warningMs;
  return (
    <span className={`flex items-center gap-1 max-sm:justify-end ${isSoon ? 'font-medium text-warning' : ''}`}>
      {isSoon && <Icon name="clock" size={14} />}
      <Timestamp date={expiresAt} />
    </span>
  );
}

/** The last column of the active tokens, for owners. */
const revokeColumn = (cell: Column['cell']): Column => ({
  key: 'revoke',
  header: 'Revoke',
  width: revokeWidth,
  align: 'right',
  cell,
});

/** The last column of the inactive tokens, for owners. */
const revokedColumn: Column = {
  key: 'revoked',
  header: 'Revoked',
  width: revokeWidth,
  align: 'right',
  cell: (token) =>
    token.revokedAt === null ? 'Not revoked' : <Timestamp date={token.revokedAt} relative="shorthand" />,
};

export interface ActiveColumnsOptions extends RowContext {
  /** The menu of a token, or null. */
  menu: Column['cell'];
  isOwner: boolean;
}

/** Only owners have the Revoke column. Other members have the menu beside the name. */
export const activeColumns = ({ menu, isOwner, ...row }: ActiveColumnsOptions): readonly Column[] => [
  nameColumn(row, true, isOwner ? undefined : menu),
  createdColumn,
  lastUsedColumn,
  {
    key: 'expires',
    header: 'Expires',
    width: expiryWidth,
    cell: (token) => <Expiry token={token} expired={false} />,
  },
  ...(isOwner ? [revokeColumn(menu)] : []),
];

/** Only owners have the Revoked column. */
export const inactiveColumns = (row: RowContext, now: Date, isOwner: boolean): readonly Column[] => [
  nameColumn(row, false),
  createdColumn,
  lastUsedColumn,
  {
    key: 'expiration',
    header: 'Expiration',
    width: expiryWidth,
    cell: (token) => <Expiry token={token} expired={isExpired(token, now)} showsRevocation={!isOwner} />,
  },
  ...(isOwner ? [revokedColumn] : []),
];
