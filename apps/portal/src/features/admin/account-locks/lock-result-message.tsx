import { displayEmail, type RevokedCounts } from '@portal/contract';
import { Alert, Timestamp } from '@portal/ui';
import { lockLabels } from './locks.ts';
import type { AccountLockResult } from './use-set-lock.ts';

const listFormat = new Intl.ListFormat('en-GB');
const countText = (count: number, singular: string, plural = `${singular}s`) =>
  count === 0 ? [] : [`${count} ${count === 1 ? singular : plural}`];

/** For example "2 sessions were ended. 1 API token was revoked." */
export function describeRevoked({ sessions, authTokens, instanceTokens, connectCodes }: RevokedCounts): string {
  const ended = [...countText(sessions, 'session'), ...countText(connectCodes, 'pending launch', 'pending launches')];
  const revoked = [...countText(authTokens, 'API token'), ...countText(instanceTokens, 'instance token')];
  const sentences = [
    ...sentence(ended, sessions + connectCodes, 'ended'),
    ...sentence(revoked, authTokens + instanceTokens, 'revoked'),
  ];
  return sentences.join(' ') || 'No sessions or tokens were active.';
}

const sentence = (parts: readonly string[], total: number, verb: string) =>
  total === 0 ? [] : [`${listFormat.format(parts)} ${total === 1 ? 'was' : 'were'} ${verb}.`];

export function LockResultMessage({ result }: { result: AccountLockResult | undefined }) {
  if (!result) return null;
  const { kind, user, isLocked, until, ended } = result;
  const labels = lockLabels[kind];
  const userName = user.email === undefined ? user.userId : displayEmail(user.email);
  if (!isLocked) return <Alert tone="info" message={`${userName} ${labels.noLonger}.`} />;
  return (
    <Alert
      tone="info"
      title={`${userName} is ${labels.locked}`}
      message={
        <>
          <span>{describeRevoked(ended)}</span>{' '}
          {until !== null && (
            <span>
              The {kind} lifts automatically on <Timestamp date={until} relative="disabled" showTime="minutes" />.
            </span>
          )}
        </>
      }
    />
  );
}
