import { Button, Checkbox } from '@portal/ui';
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

/** The form for users who have not accepted the version. It stays in view while they read, at the bottom of the window. */
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
    <section aria-label="Your agreement" className="agreement-bar">
      <form
        className="agreement-box grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (checked) void agree({ body: { tosVersionId: versionId } });
        }}
      >
        <ErrorAlert error={error} onRetry={onReload} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <Checkbox
            required
            checked={checked}
            onChange={setChecked}
            label="I have read and agree to the terms and documents above."
          />
          <Button type="submit" variant="primary" disabled={!checked} loading={isLoading} loadingText="Saving...">
            Agree and continue
          </Button>
        </div>
      </form>
    </section>
  );
}
