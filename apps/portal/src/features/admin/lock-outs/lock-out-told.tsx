import type { Ended } from '@portal/contract';
import { ErrorBox, Timestamp } from '@portal/ui';
import { lockOutWords, type LockOutOutcome } from './lock-outs.ts';

const list = new Intl.ListFormat('en-GB');
const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** What somebody holds no more, in words. */
export function endedText({ sessions, authTokens, instanceTokens, connectCodes }: Ended): string {
  const parts = [
    ...counted(sessions, 'session'),
    ...counted(authTokens, 'API token'),
    ...counted(instanceTokens, 'instance token'),
    ...counted(connectCodes, 'launch under way', 'launches under way'),
  ];
  if (parts.length === 0) return 'There was no session or token to end.';
  const isOne = sessions + authTokens + instanceTokens + connectCodes === 1;
  return `${list.format(parts)} ${isOne ? 'was' : 'were'} ended.`;
}

/** Says what an act came to. */
export function LockOutTold({ outcome }: { outcome: LockOutOutcome | undefined }) {
  if (!outcome) return null;
  const { kind, person, isLocked, until, ended } = outcome;
  const say = lockOutWords[kind];
  const who = person.email ?? person.userId;
  if (!isLocked) return <ErrorBox tone="info" message={`${who} ${say.noLonger}.`} />;
  return (
    <ErrorBox
      tone="info"
      title={`${who} is ${say.locked}`}
      message={
        <>
          {endedText(ended)}{' '}
          {until !== null && (
            <>
              The {kind} ends by itself on <Timestamp date={until} relative="disabled" showTime />.
            </>
          )}
        </>
      }
    />
  );
}
