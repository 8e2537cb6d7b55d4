import type { EmailPreferences as Preferences } from '@portal/contract';
import { Card, Checkbox, Skeleton } from '@portal/ui';
import { useGetEmailPreferencesQuery, useUpdateEmailPreferencesMutation } from '../../api/email-preferences.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';

const options: readonly { kind: keyof Preferences; label: string; hint: string }[] = [
  {
    kind: 'tokenExpiring',
    label: 'An API token is about to expire',
    hint: '30 days, 7 days and 1 day before. Includes your service accounts.',
  },
  {
    kind: 'invitationAccepted',
    label: 'Someone accepted my invitation',
    hint: 'For invitations that you sent. We always email you about a new approver.',
  },
  {
    kind: 'memberLeft',
    label: 'A member left my workspace',
    hint: 'For workspaces that you own.',
  },
];

/** Each click is saved at once. */
export function EmailPreferences() {
  const { id: userId } = useUser();
  const params = { userId };
  const { data, error, refetch } = useGetEmailPreferencesQuery({ params });
  const [update, { error: updateError }] = useUpdateEmailPreferencesMutation();
  return (
    <Card title="Emails about your workspaces">
      <div className="grid gap-3">
        <ErrorAlert error={error} title="Your email preferences could not be loaded" onRetry={() => void refetch()} />
        <ErrorAlert error={updateError} title="Your choice was not saved" />
        {!data && !error && <Skeleton className="h-38" />}
        {data &&
          options.map(({ kind, label, hint }) => (
            <Checkbox
              key={kind}
              label={label}
              hint={hint}
              checked={data.emailPreferences[kind]}
              onChange={(isOn) => void update({ params, body: { [kind]: isOn } })}
            />
          ))}
      </div>
    </Card>
  );
}
