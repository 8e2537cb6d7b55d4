import type { RevokedCounts } from '@portal/contract';
import { Alert, Timestamp } from '@portal/ui';
import { lockLabels } from './locks.ts';
import type { AccountLockResult } from './use-set-lock.ts';

const listFormat = new Intl.ListFormat('en-GB');
const countText = (count: number, singular: string, plural = `${singular}s`) =>
  count === 0 ? [] : [`${count} ${count === 1 ? singular : plural}`];

/** For example "2 sessions and 1 API token were revoked." */
export function describeRevoked({ sessions, authTokens, instanceTokens, connectCodes }: RevokedCounts): string {
  const parts = [
    ...countText(sessions, 'session'),
    ...countText(authTokens, 'API token'),
    ...countText(instanceTokens, 'instance token'),
    ...countText(connectCodes, 'pending launch', 'pending launches'),
  ];
  if (parts.length === 0) return 'No sessions or tokens were active.';
  const total = sessions + authTokens + instanceTokens + connectCodes;
  return `${listFormat.format(parts)} ${total === 1 ? 'was' : 'were'} revoked.`;
}

export function LockResultMessage({ result }: { result: AccountLockResult | undefined }) {
  if (!result) return null;
  const { kind, user, isLocked, until, ended } = result;
  const labels = lockLabels[kind];
  const userName = user.email ?? user.userId;
  if (!isLocked) return <Alert tone="info" message={`${userName} ${labels.noLonger}.`} />;
  return (
    <Alert
      tone="info"
      title={`${userName} is ${labels.locked}`}
      message={
        <>
          {describeRevoked(ended)}{' '}
          {until !== null && (
            <>
              The {kind} lifts automatically on <Timestamp date={until} relative="disabled" showTime />.
            </>
          )}
        </>
      }
    />
  );
}
