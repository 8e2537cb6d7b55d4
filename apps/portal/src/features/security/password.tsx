import { displayEmail } from '@portal/contract';
import { Alert, Button, Card, Timestamp } from '@portal/ui';
import { useRequestPasswordChangeMutation } from '../../api/login-security.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useSettings } from '../../lib/settings-context.ts';

export interface PasswordProps {
  changedAt: string | null;
  /** Whether the API can ask the login service for the email. */
  canChange: boolean;
}

/** The login service sends the link by which the password is changed. The page says no more than what it asked for. */
export function Password({ changedAt, canChange }: PasswordProps) {
  const { id: userId } = useUser();
  const { supportEmail } = useSettings();
  const [request, { data, error, isLoading }] = useRequestPasswordChangeMutation();
  return (
    <Card title="Password">
      <div className="grid gap-4">
        <p className="text-secondary">
          {changedAt !== null && (
            <>
              Last changed <Timestamp date={changedAt} />.{' '}
            </>
          )}
          {canChange ? (
            'You change it on a page of the login service, by a link in an email.'
          ) : (
            <>
              The portal can’t ask the login service for the email that changes it. Contact{' '}
              <a href={`mailto:${supportEmail}`} className="text-link">
                {supportEmail}
              </a>
              .
            </>
          )}
        </p>
        {data && (
          <Alert
            tone="info"
            title="Check your mailbox"
            message={
              <>
                We asked the login service to send an email to <b translate="no">{displayEmail(data.email)}</b>. Open
                the link in it to choose a new password. Then end all other sessions below, so that no one who knows the
                old password stays logged in.
              </>
            }
          />
        )}
        <ErrorAlert error={error} title="The email was not requested" />
        {canChange && (
          <div>
            <Button
              loading={isLoading}
              loadingText="Requesting..."
              onClick={() => void request({ params: { userId } })}
            >
              {data ? 'Request another email' : 'Change password'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
