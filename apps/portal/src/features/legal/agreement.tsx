import { Button, Card, Checkbox } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAgreeToTosMutation } from '../../api/legal.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { paths } from '../../lib/paths.ts';

export interface AgreementProps {
  versionId: string;
  /** Reloads the documents, in case a newer version came into force. */
  onReload: () => void;
}

/** The form at the end of the legal page for users who have not accepted the version. */
export function Agreement({ versionId, onReload }: AgreementProps) {
  const navigate = useNavigate();
  const { needsTosUpdate } = useUser();
  const [agree, { isLoading, isSuccess, error }] = useAgreeToTosMutation();
  const [checked, setChecked] = useState(false);

  // Wait until the session has the agreement, too. Otherwise the route guard would redirect back to this page.
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
        <ErrorAlert error={error} onRetry={onReload} />
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
