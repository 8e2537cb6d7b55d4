import { displayEmail } from '@portal/contract';
import { Alert, Button, Card, formatMinutes, Timestamp } from '@portal/ui';
import { useState } from 'react';
import { useRequestPasswordChangeMutation } from '../../api/login-security.api.ts';
import { useUser } from '../../api/session.api.ts';
import { toRequestError } from '../../api/http/request-error.ts';
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
  // The login service has the address, and only a response names it. It is kept if a later request fails.
  const [sentTo, setSentTo] = useState<string>();
  const change = async () => {
    const { data: requested } = await request({ params: { userId } });
    if (requested) setSentTo(requested.email);
  };
  const failure = toRequestError(error);
  const isLimited = failure?.type === 'TooManyRequests';
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
            'You’ll get an email with a link to choose a new password.'
          ) : (
            <>
              To change your password, contact{' '}
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
                the link in it to choose a new password. Changing it can end your sessions, this one included. When you
                have logged in with the new password, this page says whether sessions from before are still logged in.
              </>
            }
          />
        )}
        {isLimited ? (
          <Alert
            tone="info"
            title="You have asked for several emails"
            message={
              <>
                {sentTo !== undefined && (
                  <>
                    The last one is for <b translate="no">{displayEmail(sentTo)}</b>.{' '}
                  </>
                )}
                Use the link in the latest one, or try again{' '}
                {failure.retryAt === undefined ? 'later' : `at ${formatMinutes(new Date(failure.retryAt))}`}.
              </>
            }
          />
        ) : (
          <ErrorAlert error={error} title="The email was not requested" />
        )}
        {canChange && (
          <div>
            <Button loading={isLoading} loadingText="Requesting..." onClick={() => void change()}>
              {data ? 'Request another email' : 'Change password'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
