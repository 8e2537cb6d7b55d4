import { isExpired, type AuthToken } from '@portal/contract';
import { Timestamp, Truncate, type TableColumn } from '@portal/ui';

type Column = TableColumn<AuthToken>;

/** Tells who made a token: empty while that is not known yet, nothing where it can’t be. */
export type MakerOf = (token: AuthToken) => string | undefined;

/** Keeps the line's place. */
const placeOfMaker = '\u00A0';

/** What a token is called, also where nobody named it. */
export const nameOf = ({ name }: AuthToken) => name ?? 'Unnamed';

const nameFor = (makerOf: MakerOf): Column => ({
  key: 'name',
  header: 'Name',
  leastWidth: '10rem',
  cell: (token) => {
    const maker = makerOf(token);
    return (
      <>
        <Truncate className="font-medium text-strong">{nameOf(token)}</Truncate>
        {maker !== undefined && (
          <Truncate className="text-xs text-secondary">{maker ? `by ${maker}` : placeOfMaker}</Truncate>
        )}
      </>
    );
  },
});

const created: Column = {
  key: 'created',
  header: 'Created',
  width: '8rem',
  cell: (token) => <Timestamp date={token.createdAt} />,
};

const lastUsed: Column = {
  key: 'last-used',
  header: 'Last Used',
  width: '8rem',
  cell: (token) => (token.lastUsedAt === null ? 'Never' : <Timestamp date={token.lastUsedAt} />),
};

/** Room for the longest: September 28, 2026 10:00:00 PM, in bold. */
const widthOfMoment = '16rem';
/** Room for the question that a first click asks. */
const widthOfRevoke = '16.5rem';

function Expiry({ token, expired }: { token: AuthToken; expired: boolean }) {
  if (token.expiresAt === null) return 'Never';
  return (
    <Timestamp
      date={token.expiresAt}
      relative="disabled"
      showTime
      {...(expired && { className: 'font-bold text-error' })}
    />
  );
}

export const activeColumns = (makerOf: MakerOf): readonly Column[] => [
  nameFor(makerOf),
  created,
  lastUsed,
  {
    key: 'expires',
    header: 'Expires',
    width: widthOfMoment,
    cell: (token) => <Expiry token={token} expired={false} />,
  },
];

/** Without a column for revoked tokens, the last one can take its room, to stand below the same column of the active tokens. */
export const inactiveColumns = (
  makerOf: MakerOf,
  now: Date,
  { wideLast }: { wideLast: boolean },
): readonly Column[] => [
  nameFor(makerOf),
  created,
  lastUsed,
  {
    key: 'expiration',
    header: 'Expiration',
    width: wideLast ? `calc(${widthOfMoment} + ${widthOfRevoke})` : widthOfMoment,
    cell: (token) => <Expiry token={token} expired={isExpired(token, now)} />,
  },
];

/** The last column of the active tokens, which only owners see. */
export const revokeColumn = (cell: Column['cell']): Column => ({
  key: 'revoke',
  header: 'Revoke',
  width: widthOfRevoke,
  align: 'right',
  cell,
});

/**
 * The column with the same action for a member who made some of the tokens. The Revoke column is the owner's, so this one
 * has a header for screen readers only.
 */
export const ownActionsColumn = (cell: Column['cell']): Column => ({
  key: 'actions',
  header: 'Actions',
  hideHeader: true,
  width: widthOfRevoke,
  align: 'right',
  cell,
});

/** The last column of the inactive tokens, which only owners see. */
export const revoked: Column = {
  key: 'revoked',
  header: 'Revoked',
  width: widthOfRevoke,
  align: 'right',
  cell: (token) => (token.revokedAt === null ? 'Not revoked' : <Timestamp date={token.revokedAt} />),
};
