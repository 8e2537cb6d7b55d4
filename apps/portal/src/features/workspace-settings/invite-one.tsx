import {
  NewInvitation,
  roleLabels,
  type AssignableRole,
  type Member,
  type Workspace,
  displayEmail,
} from '@portal/contract';
import { Button, Icon } from '@portal/ui';
import { useEffect, useEffectEvent } from 'react';
import { useInviteMemberMutation } from '../../api/members.api.ts';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { formSchema } from '../../components/form/form-schema.ts';
import { resetSent } from '../../components/form/reset-sent.ts';
import { useFieldErrors } from '../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { useNewLogin } from '../../session/use-new-login.ts';
import { InviteLayout, inviteLoginMessage } from './invite-layout.tsx';
import { chosenRole, InviteRoleField } from './invite-role-field.tsx';
import { isOpenInvitation, type MemberRow } from './member-rows.ts';
import { parseEmails, parseOneEmail } from './parse-emails.ts';
import { useInviteDraft } from './use-invite-draft.ts';

/** Source: specification section 9, "Invite confirmation display". */
const noticeDurationMs = 20_000;

/** Finds a pending member in the loaded members. */
const findPending = (members: readonly MemberRow[] | undefined, email: string) =>
  members?.find((member) => member.email === email && isOpenInvitation(member));

const invitedMessage = (email: string) =>
  `we have notified ${displayEmail(email)} that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.`;

/** The confirmation of the last invitation. */
export interface InviteNotice {
  readonly email: string;
  readonly message: string;
  readonly isEmailed: boolean;
}

/** The API does not say whether the recipient stopped invitation emails. */
const stillPendingMessage = ({ email, role }: MemberRow) =>
  `The invitation to ${displayEmail(email)} as ${roleLabels[role]} is still pending. We’ll email it again, unless they stopped invitation emails.`;

const notEmailedMessage = (email: string) =>
  `You invited ${displayEmail(email)}. We can’t email them today, because a daily limit is reached. Copy the link in the list below and share it.`;

function noticeOf(email: string, members: readonly Member[], pending: MemberRow | undefined): InviteNotice {
  const isEmailed = members.find((member) => member.email === email)?.emailed !== 'limit';
  if (!isEmailed) return { email, isEmailed, message: notEmailedMessage(email) };
  return { email, isEmailed, message: pending ? stillPendingMessage(pending) : invitedMessage(email) };
}

interface Values {
  email: string;
  role: AssignableRole;
}

const schema = formSchema<{ email: string | null; role: AssignableRole }, NewInvitation>(NewInvitation, {
  toBody: ({ email, role }) => ({ email: parseOneEmail(email ?? ''), role }),
});

export interface InviteOneProps {
  workspace: Workspace;
  members: readonly MemberRow[] | undefined;
  notice: InviteNotice | undefined;
  onNotice: (notice: InviteNotice | undefined) => void;
  /** The text to start with, if the user has just come from the form for several people. */
  initialText: string | undefined;
  /** Called with the text of the field. */
  onInviteSeveral: (text: string) => void;
}

export function InviteOne({ workspace, members, notice, onNotice, initialText, onInviteSeveral }: InviteOneProps) {
  const params = { workspaceId: workspace.id };
  const [invite, { error, isLoading, reset: clearError }] = useInviteMemberMutation();
  const { control, formState, getValues, handleSubmit, reset, setError, setFocus, setValue } = useSchemaForm<
    Values,
    NewInvitation
  >(schema, { defaultValues: { email: '', role: 'EDITOR' } });
  const formError = useFieldErrors({ error, setError, names: ['email'] });
  useInviteDraft({
    name: `${workspace.id}/invitation`,
    isDirty: formState.isDirty,
    isPending: isLoading,
    initialText,
    read: () => ({ text: getValues('email'), role: getValues('role') }),
    setText: (text) => setValue('email', text, { shouldDirty: true }),
    setRole: (role) => setValue('role', role, { shouldDirty: true }),
    focusText: () => setFocus('email'),
  });
  const logInAgain = useNewLogin();
  const clearNotice = useEffectEvent(() => onNotice(undefined));
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(clearNotice, noticeDurationMs);
    return () => clearTimeout(timer);
  }, [notice]);

  const submit = handleSubmit(
    async ({ email, role }) => {
      onNotice(undefined);
      const clear = resetSent({ getValues, reset });
      const pending = findPending(members, email);
      const result = await invite({ params, body: { email, ...chosenRole(role) } });
      // Enter blurs the field. The user types the next email, or corrects this one.
      setFocus('email');
      if (!result.data) return;
      onNotice(noticeOf(email, result.data, pending));
      clear();
    },
    () => {
      // It belongs to the email before.
      clearError();
      const { email } = getValues();
      if (parseEmails(email).length > 1) onInviteSeveral(parseEmails(email).join('\n'));
    },
  );
  return (
    <InviteLayout
      field={
        <div
          onPaste={(event) => {
            const emails = parseEmails(event.clipboardData.getData('text'));
            if (emails.length <= 1) return;
            event.preventDefault();
            onInviteSeveral(emails.join('\n'));
          }}
        >
          <FormTextField
            control={control}
            name="email"
            type="email"
            label="User Email to Grant Workspace Access"
            autoComplete="off"
            placeholder="colleague@example.com"
          />
        </div>
      }
      roleField={<InviteRoleField control={control} name="role" />}
      submitLabel="Add User To Workspace"
      isPending={isLoading}
      onSubmit={(event) => void submit(event)}
      action={
        <Button size="sm" onClick={() => onInviteSeveral(getValues('email'))}>
          Invite several people
        </Button>
      }
    >
      <NewLoginAlert
        error={formError}
        title="The invitation wasn’t sent"
        message={inviteLoginMessage}
        onLogIn={logInAgain}
      />
      {notice && (
        <p role="status" className={`flex gap-2 wrap-anywhere ${notice.isEmailed ? 'text-success' : 'text-warning'}`}>
          {notice.isEmailed ? (
            <Icon name="check-circle" className="mt-0.5 flex-none text-success-icon" />
          ) : (
            <Icon name="alert-triangle" className="mt-0.5 flex-none text-warning-icon" />
          )}
          <span className="min-w-0">{notice.message}</span>
        </p>
      )}
      {!notice && !formError && (
        <p className="text-secondary">
          We’ll email an invitation to collaborate. Invite the same address again to resend it. We email each address
          only a few times a day.
        </p>
      )}
    </InviteLayout>
  );
}
