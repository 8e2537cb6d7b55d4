import { dayMs, isExpired, type AuthToken, type TokenPolicy } from '@portal/contract';
import {
  formatTime,
  formatTimeZone,
  Icon,
  Timestamp,
  Truncate,
  useMinuteClock,
  VisuallyHidden,
  type TableColumn,
} from '@portal/ui';

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

/** `actions` are below the name: the last column has only the revoke button, and only for owners. */
const nameColumn = ({ principals, policy }: RowContext, actions?: Column['cell']): Column => ({
  key: 'name',
  header: 'Name',
  minWidth: '8rem',
  cell: (token) => {
    const names = describePrincipals(token, principals);
    return (
      <div className="py-2">
        <Truncate translate="no" lines={2} className="font-medium text-strong">
          {tokenName(token)}
        </Truncate>
        <span className="flex min-w-0 gap-1.5 text-xs text-secondary">
          <IdEnding id={token.id} />
          {names && <Truncate>{names}</Truncate>}
        </span>
        <TokenFacts token={token} principals={principals} policy={policy} isActive={actions !== undefined} />
        {actions?.(token)}
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
  width: relativeWidth,
  cell: (token) => (token.lastUsedAt === null ? 'Never' : <Timestamp date={token.lastUsedAt} relative="shorthand" />),
};

/** Fits the longest date: September 28, 2026, in bold. */
const expiryWidth = '10.5rem';
/** Fits the button with its confirmation prompt in two lines, so that the prompt covers no other cell. */
const revokeWidth = '10.5rem';

interface ExpiryProps {
  token: AuthToken;
  expired: boolean;
  /** Whether to say here when the token was revoked, because no column does. */
  showsRevocation?: boolean;
}

function Expiry({ token, expired, showsRevocation = false }: ExpiryProps) {
  if (token.expiresAt === null) return 'Never';
  const className = expired ? 'font-bold text-error' : '';
  const expiresAt = new Date(token.expiresAt);
  return (
    // In two lines, as the name, so that the confirmation prompt of the next column has room.
    <span className="grid">
      <Timestamp date={expiresAt} relative="disabled" className={className} />
      <span className={`text-xs tabular-nums ${className || 'text-secondary'}`}>
        {formatTime(expiresAt)} {formatTimeZone(expiresAt)}
      </span>
      {!expired && token.revokedAt === null && <TimeLeft expiresAt={expiresAt} />}
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
    <span className={`flex items-center gap-1 text-xs ${isSoon ? 'font-medium text-warning' : 'text-secondary'}`}>
      {isSoon && <Icon name="clock" size={12} />}
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
  /** The rotate button of a token, or null. */
  rotateAction: Column['cell'];
  /** The revoke button of a token, or null. */
  revokeAction: Column['cell'];
  isOwner: boolean;
}

/** Only owners have the Revoke column. Other members revoke their tokens below the name. */
export const activeColumns = ({
  rotateAction,
  revokeAction,
  isOwner,
  ...row
}: ActiveColumnsOptions): readonly Column[] => [
  nameColumn(row, (token) => (
    <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
      {rotateAction(token)}
      {!isOwner && revokeAction(token)}
    </div>
  )),
  createdColumn,
  lastUsedColumn,
  {
    key: 'expires',
    header: 'Expires',
    width: expiryWidth,
    cell: (token) => <Expiry token={token} expired={false} />,
  },
  ...(isOwner ? [revokeColumn(revokeAction)] : []),
];

/** Only owners have the Revoked column. */
export const inactiveColumns = (row: RowContext, now: Date, isOwner: boolean): readonly Column[] => [
  nameColumn(row),
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
