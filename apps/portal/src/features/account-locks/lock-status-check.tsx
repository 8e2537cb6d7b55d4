import { Button, formatTime, formatTimeZone } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { useWhoamiQuery } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';

interface LockStatusCheckProps {
  hint: string;
  /** Other buttons of the row. */
  children: ReactNode;
}

/** Checks whether the lock was lifted. The route guard then redirects to the workspaces. */
export function LockStatusCheck({ hint, children }: LockStatusCheckProps) {
  const { error, isFetching, refetch } = useWhoamiQuery();
  const [checkedAt, setCheckedAt] = useState<Date>();
  const check = async () => {
    const { data } = await refetch();
    setCheckedAt(data && new Date());
  };
  return (
    <div className="grid justify-items-center gap-3">
      <div className="flex flex-wrap justify-center gap-2">
        {children}
        <Button icon="refresh" loading={isFetching} loadingText="Checking..." onClick={() => void check()}>
          Check again
        </Button>
      </div>
      <p role="status" className="text-secondary">
        {checkedAt
          ? `Checked at ${formatTime(checkedAt)} ${formatTimeZone(checkedAt)}. Your account is still paused.`
          : hint}
      </p>
      <ErrorAlert error={error} title="We couldn’t check your account" />
    </div>
  );
}
