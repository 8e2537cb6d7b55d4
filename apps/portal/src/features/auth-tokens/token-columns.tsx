import { isExpired, type AuthToken } from '@portal/contract';
import { formatTime, formatTimeZone, Timestamp, Truncate, VisuallyHidden, type TableColumn } from '@portal/ui';

type Column = TableColumn<AuthToken>;

/** Returns the name of a token's creator: empty while the members load, undefined if they could not be loaded. */
export type GetCreatorName = (token: AuthToken) => string | undefined;

export const tokenName = ({ name }: AuthToken) => name ?? 'Unnamed';

/** `action` is below the name: the last column with its buttons is for owners only. */
const nameColumn = (getCreatorName: GetCreatorName, action?: Column['cell']): Column => ({
  key: 'name',
  header: 'Name',
  minWidth: '8rem',
  cell: (token) => {
    const creator = getCreatorName(token);
    return (
      <>
        <Truncate translate="no" className="font-medium text-strong">
          {tokenName(token)}
        </Truncate>
        <span className="flex min-w-0 gap-1.5 text-xs text-secondary">
          <IdEnding id={token.id} />
          {creator && <Truncate>{`by ${creator}`}</Truncate>}
        </span>
        {action?.(token)}
      </>
    );
  },
});

/** Distinguishes tokens of the same name. */
function IdEnding({ id }: { id: string }) {
  return (
    <span className="flex-none font-mono">
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
/** Fits the button with its confirmation prompt, so that the prompt covers no other cell. */
const revokeWidth = '16rem';

function Expiry({ token, expired }: { token: AuthToken; expired: boolean }) {
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

export interface ActiveColumnsOptions {
  getCreatorName: GetCreatorName;
  /** The revoke button of a token, or null. */
  revokeAction: Column['cell'];
  isOwner: boolean;
}

/** Only owners have the Revoke column. Other members revoke the tokens that they created below the name. */
export const activeColumns = ({ getCreatorName, revokeAction, isOwner }: ActiveColumnsOptions): readonly Column[] => [
  nameColumn(getCreatorName, isOwner ? undefined : revokeAction),
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
export const inactiveColumns = (getCreatorName: GetCreatorName, now: Date, isOwner: boolean): readonly Column[] => [
  nameColumn(getCreatorName),
  createdColumn,
  lastUsedColumn,
  {
    key: 'expiration',
    header: 'Expiration',
    width: expiryWidth,
    cell: (token) => <Expiry token={token} expired={isExpired(token, now)} />,
  },
  ...(isOwner ? [revokedColumn] : []),
];
