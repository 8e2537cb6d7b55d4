import { Button, Card, Checkbox } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAgreeToTosMutation } from '../../api/legal.api.ts';
import { useUser } from '../../api/session.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { paths } from '../../navigation/paths.ts';

export interface AgreementProps {
  versionId: string;
  /** Loads the documents again, for when newer ones came into force meanwhile. */
  onReload: () => void;
}

/** The end of the legal page, for people who have not accepted its version yet. */
export function Agreement({ versionId, onReload }: AgreementProps) {
  const navigate = useNavigate();
  const { needsTosUpdate } = useUser();
  const [agree, { isLoading, isSuccess, error }] = useAgreeToTosMutation();
  const [checked, setChecked] = useState(false);

  // Only once the session knows of it, too: the guard would lead straight back here.
  useEffect(() => {
    if (isSuccess && !needsTosUpdate) void navigate(paths.loginSuccess, { replace: true });
  }, [isSuccess, needsTosUpdate, navigate]);

  return (
    <Card title="Your agreement">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (checked) void agree({ body: { tosVersionId: versionId } });
        }}
      >
        <FailureBox error={error} onRetry={onReload} />
        <Checkbox
          required
          checked={checked}
          onChange={setChecked}
          label="I have read and agree to the terms and documents above."
        />
        <div>
          <Button type="submit" variant="primary" disabled={!checked} loading={isLoading} loadingText="Saving...">
            Agree and continue
          </Button>
        </div>
      </form>
    </Card>
  );
}
