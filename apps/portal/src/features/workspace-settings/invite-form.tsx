import { canBeChanged, Invitation, type Member, type Workspace } from '@portal/contract';
import { Button, Card, ErrorBox } from '@portal/ui';
import { useEffect, useEffectEvent } from 'react';
import { useInviteMemberMutation } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useDraft } from '../../forms/drafts.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { FormTextField } from '../../forms/form-text-field.tsx';
import { useHeldBack, useLostByLeaving } from '../../forms/unsaved-changes.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { FailureBox } from '../../requests/failure-box.tsx';

const noticeTime = 20_000;

/** Somebody who was invited and has not come yet; as far as the list is here. They keep the role that they have by now. */
const waiting = (members: readonly Member[] | undefined, email: string) =>
  members?.find((member) => member.email === email && member.pending && canBeChanged(member));

const invitedText = (email: string) =>
  `we have notified ${email} that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.`;

/** What the page reports of the last invitation. */
export interface InviteNotice {
  readonly email: string;
  readonly text: string;
}

/** Whether another email goes out, the API does not say: the recipient may have stopped them or got enough of them. */
const stillOpenText = (email: string) =>
  `The invitation to ${email} is still open. We email each address only a few times a day.`;

export interface InviteFormProps {
  workspace: Workspace;
  /** Those who are in it already, where that is known. */
  members: readonly Member[] | undefined;
  notice: InviteNotice | undefined;
  onNotice: (notice: InviteNotice | undefined) => void;
}

export function InviteForm({ workspace, members, notice, onNotice }: InviteFormProps) {
  const params = { workspaceId: workspace.id };
  const [invite, { error, isLoading }] = useInviteMemberMutation();
  const { control, formState, getValues, handleSubmit, reset, setError, setFocus, setValue } = useCheckedForm<
    { email: string },
    Invitation
  >(Invitation, { defaultValues: { email: '' } });
  const unplaced = useFieldFailures({ error, setError, names: ['email'] });
  const { isDirty } = formState;
  useLostByLeaving(isDirty);
  useHeldBack(isLoading);
  useDraft(`${useUser().id}/${workspace.id}/invitation`, {
    read: () => (isDirty ? getValues('email') : undefined),
    restore: (email) => {
      if (typeof email === 'string') setValue('email', email, { shouldDirty: true });
    },
  });
  const endNotice = useEffectEvent(() => onNotice(undefined));
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(endNotice, noticeTime);
    return () => clearTimeout(timer);
  }, [notice]);

  const submit = handleSubmit(async ({ email }) => {
    onNotice(undefined);
    const before = waiting(members, email);
    const result = await invite({ params, body: { email } });
    // Enter took the focus from the field; the next address, or the same one mended, goes there.
    setFocus('email');
    if (result.error) return;
    onNotice({ email, text: before ? stillOpenText(email) : invitedText(email) });
    reset();
  });
  return (
    <Card title="Invite somebody">
      {/* What is told has its place beside the form, where it moves neither what was just pressed nor the table below. */}
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
        <FailureBox error={unplaced} title="Nobody was invited" />
        {notice && <ErrorBox tone="info" message={notice.text} />}
        {!notice && !unplaced && (
          <p className="text-secondary">
            We’ll email an invitation to collaborate. Invite the same address again to resend it. We email each address
            only a few times a day.
          </p>
        )}
      </form>
    </Card>
  );
}
