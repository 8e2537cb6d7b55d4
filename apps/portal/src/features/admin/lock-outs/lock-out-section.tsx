import { fullNameOf, maxStaffIdLength, ownLockOutProblem, StaffId, type UserForStaff } from '@portal/contract';
import { Card } from '@portal/ui';
import { useState } from 'react';
import { useLazyGetUserForStaffQuery } from '../../../api/support.api.ts';
import { useChangesById } from '../../../requests/changes-by-id.ts';
import { FailuresById } from '../../../requests/failures-by-id.tsx';
import { FieldForm } from '../field-form.tsx';
import { useIsOwnAccount } from '../own-account.ts';
import { useKeptAct } from './kept-act.ts';
import { LockOutDialog } from './lock-out-dialog.tsx';
import { LockOutTold } from './lock-out-told.tsx';
import { LockedOutTable, type LockedOutTableProps } from './locked-out-table.tsx';
import { lockOutWords, useLockOut, type LockOutOutcome, type Person } from './lock-outs.ts';
import { locksOf } from './locks.ts';

export interface LockOutSectionProps extends Pick<LockedOutTableProps, 'kind' | 'since' | 'rows' | 'pages'> {
  title: string;
  description: string;
  /** What the list of those who are locked out is called. */
  list: string;
}

const personOf = (user: UserForStaff): Person => ({ userId: user.id, email: user.email, name: fullNameOf(user) });

/** What quarantine and suspension have in common. */
export function LockOutSection({ kind, title, description, list, since, rows, pages }: LockOutSectionProps) {
  const say = lockOutWords[kind];
  const kept = useKeptAct('lockOut');
  const [wish, setWish] = useState(kept);
  const [isSelf, setIsSelf] = useState(false);
  const [outcome, setOutcome] = useState<LockOutOutcome>();
  const { change } = useLockOut(kind);
  const [look, looking] = useLazyGetUserForStaffQuery();
  const isOwnAccount = useIsOwnAccount();
  const unlocks = useChangesById();
  const forget = () => {
    setOutcome(undefined);
    looking.reset();
  };
  const find = async (userId: string): Promise<UserForStaff | undefined> => {
    unlocks.forgetFailures();
    forget();
    setIsSelf(false);
    const { data: user } = await look({ params: { userId } });
    if (!user) return undefined;
    // Else the change would look again, and the audit log would tell so.
    looking.reset();
    const isOwn = isOwnAccount(user);
    setIsSelf(isOwn);
    return isOwn ? undefined : user;
  };
  const unlock = (one: Person) => {
    forget();
    setIsSelf(false);
    return unlocks.run(one.userId, async () => {
      const done = await change(one, false);
      if (done.outcome) setOutcome(done.outcome);
      return done;
    });
  };
  const nameOf = (id: string) => rows?.find(({ userId }) => userId === id)?.email ?? id;
  return (
    <>
      <Card title={title} description={description}>
        <div className="grid gap-3">
          <FieldForm
            label="User ID"
            schema={StaffId}
            maxLength={maxStaffIdLength}
            mono
            error={isSelf ? { message: ownLockOutProblem } : looking.error}
            failureTitle="Nothing was changed"
            acts={[
              {
                label: say.lock,
                loadingText: 'Looking up...',
                icon: 'shield-alert',
                act: async (userId) => {
                  const user = await find(userId);
                  if (user) setWish({ kind, person: personOf(user), lock: locksOf(user)[kind] ?? undefined });
                  return false;
                },
              },
              {
                label: say.unlock,
                loadingText: say.unlocking,
                confirmClick: true,
                act: async (userId) => {
                  const listed = rows?.find((row) => row.userId === userId);
                  if (listed) return unlock(listed);
                  const user = await find(userId);
                  return user !== undefined && unlock(personOf(user));
                },
              },
            ]}
          />
          <LockOutTold outcome={outcome} />
          <FailuresById of={unlocks.failures} title={(id) => `Nothing was changed for ${nameOf(id)}`} />
        </div>
      </Card>
      <LockedOutTable
        kind={kind}
        title={list}
        since={since}
        rows={rows}
        pages={pages}
        onUnlock={unlock}
        isUnlocking={unlocks.isBusy}
      />
      {wish && <LockOutDialog {...wish} onClose={() => setWish(undefined)} onDone={setOutcome} />}
    </>
  );
}
