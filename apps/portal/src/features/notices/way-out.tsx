import { Button } from '@portal/ui';
import { useState } from 'react';
import { useWhoamiQuery } from '../../api/session.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Once the pause is over, the answer leads on to the workspaces. */
export function WayOut({ who }: { who: string }) {
  const { error, isFetching, refetch } = useWhoamiQuery();
  const [checked, setChecked] = useState<Date>();
  const look = async () => {
    const { data } = await refetch();
    setChecked(data && new Date());
  };
  return (
    <div className="grid justify-items-center gap-3">
      <Button icon="refresh" loading={isFetching} loadingText="Looking..." onClick={() => void look()}>
        See whether the pause is over
      </Button>
      <p role="status" className="text-secondary">
        {checked ? `Checked at ${time.format(checked)}: it is not over yet.` : who}
      </p>
      <FailureBox error={error} title="We could not look" />
    </div>
  );
}
