import { canChangeMember, NewInvitation, type Member, type Workspace } from '@portal/contract';
import { Alert, Button, Card } from '@portal/ui';
import { useEffect, useEffectEvent } from 'react';
import { useInviteMemberMutation } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { useMarkPending, useMarkUnsaved } from '../../components/form/unsaved-changes.tsx';
import { useFieldErrors } from '../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { useStoredDraft } from '../../lib/drafts.ts';

/** Source: specification section 9, "Invite confirmation display". */
const noticeDurationMs = 20_000;

/** Finds a pending member in the loaded members. A new invitation does not change their role. */
const findPending = (members: readonly Member[] | undefined, email: string) =>
  members?.find((member) => member.email === email && member.pending && canChangeMember(member));

const invitedMessage = (email: string) =>
  `we have notified ${email} that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.`;

/** The confirmation of the last invitation. */
export interface InviteNotice {
  readonly email: string;
  readonly message: string;
}

/** The API does not say whether it sends another email: the recipient may have unsubscribed or reached the limit. */
const stillPendingMessage = (email: string) =>
  `The invitation to ${email} is still pending. We email each address only a few times a day.`;

export interface InviteFormProps {
  workspace: Workspace;
  /** The members, when they are loaded. */
  members: readonly Member[] | undefined;
  notice: InviteNotice | undefined;
  onNotice: (notice: InviteNotice | undefined) => void;
}

export function InviteForm({ workspace, members, notice, onNotice }: InviteFormProps) {
  const params = { workspaceId: workspace.id };
  const [invite, { error, isLoading }] = useInviteMemberMutation();
  const { control, formState, getValues, handleSubmit, reset, setError, setFocus, setValue } = useSchemaForm<
    { email: string },
    NewInvitation
  >(NewInvitation, { defaultValues: { email: '' } });
  const formError = useFieldErrors({ error, setError, names: ['email'] });
  const { isDirty } = formState;
  useMarkUnsaved(isDirty);
  useMarkPending(isLoading);
  useStoredDraft(`${useUser().id}/${workspace.id}/invitation`, {
    read: () => (isDirty ? getValues('email') : undefined),
    restore: (email) => {
      if (typeof email === 'string') setValue('email', email, { shouldDirty: true });
    },
  });
  const clearNotice = useEffectEvent(() => onNotice(undefined));
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(clearNotice, noticeDurationMs);
    return () => clearTimeout(timer);
  }, [notice]);

  const submit = handleSubmit(async ({ email }) => {
    onNotice(undefined);
    const wasPending = findPending(members, email) !== undefined;
    const result = await invite({ params, body: { email } });
    // Enter blurs the field. The user types the next email, or corrects this one.
    setFocus('email');
    if (result.error) return;
    onNotice({ email, message: wasPending ? stillPendingMessage(email) : invitedMessage(email) });
    reset();
  });
  return (
    <Card title="Invite a member">
      {/* Messages appear beside the form, so that they move neither the button nor the table below. */}
      <form
        noValidate
        className="grid items-start gap-x-6 gap-y-3 lg:min-h-31 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]"
        onSubmit={(event) => void submit(event)}
      >
        <div className="flex flex-wrap items-start gap-x-3">
          <div className="min-w-0 flex-1 basis-60">
            <FormTextField
              control={control}
              name="email"
              type="email"
              label="User Email to Grant Workspace Access"
              autoComplete="off"
              placeholder="colleague@example.com"
            />
          </div>
          <div className="pt-6">
            <Button type="submit" icon="user-plus" loading={isLoading} loadingText="Adding...">
              Add User To Workspace
            </Button>
          </div>
        </div>
        <ErrorAlert error={formError} title="The invitation wasn’t sent" />
        {notice && <Alert tone="info" message={notice.message} />}
        {!notice && !formError && (
          <p className="text-secondary">
            We’ll email an invitation to collaborate. Invite the same address again to resend it. We email each address
            only a few times a day.
          </p>
        )}
      </form>
    </Card>
  );
}
