import {
  NewInvitation,
  roleLabels,
  type AssignableRole,
  type EmailLimit,
  type Workspace,
  displayEmail,
} from '@portal/contract';
import { Button, Icon } from '@portal/ui';
import { useEffect, useEffectEvent } from 'react';
import { useInviteMemberMutation } from '../../../api/members.api.ts';
import { FormTextField } from '../../../components/form/form-fields.tsx';
import { formSchema } from '../../../components/form/form-schema.ts';
import { resetSent } from '../../../components/form/reset-sent.ts';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { NewLoginAlert } from '../../../components/new-login-alert.tsx';
import { usePolling } from '../../../lib/use-polling.ts';
import { useNewLogin } from '../../../session/use-new-login.ts';
import { emailLimitEnd, emailLimitReason } from './email-limit-text.ts';
import { InviteLayout, inviteLoginMessage } from './invite-layout.tsx';
import { chosenRole, InviteRoleField } from './invite-role-field.tsx';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';
import { parseEmails, parseOneEmail } from './parse-emails.ts';
import { useInviteDraft } from './use-invite-draft.ts';

/** Source: specification section 9, "Invite confirmation display". */
const noticeDurationMs = 20_000;

/** Finds a pending member in the loaded members. */
const findPending = (members: readonly MemberRow[] | undefined, email: string) =>
  members?.find((member) => member.email === email && isOpenInvitation(member));

const invitedMessage = (email: string) =>
  `we have notified ${displayEmail(email)} that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.`;

/** The last invitation, which the page confirms. */
export interface InviteNotice {
  readonly email: string;
  /** The invitation as it was before, if it was pending. */
  readonly pending: MemberRow | undefined;
  /** When the invitation of the address was sent before. The list has the new one when this changes. */
  readonly previouslySentAt: string | undefined;
  readonly isLimited: boolean;
}

/** The API does not say whether the recipient stopped invitation emails. */
const stillPendingMessage = ({ email, role }: MemberRow) =>
  `The invitation to ${displayEmail(email)} as ${roleLabels[role]} is still pending. We’ll email it again, unless they stopped invitation emails.`;

const queuedMessage = (email: string) => `You invited ${displayEmail(email)}. The email is on its way.`;

const notEmailedMessage = (email: string, limit: EmailLimit | undefined) =>
  [
    `You invited ${displayEmail(email)}. We can’t email them now, because ${emailLimitReason(limit)}.`,
    emailLimitEnd(limit),
    'Copy the link in the list below and share it.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

const failedMessage = (email: string) =>
  `The email to ${displayEmail(email)} could not be delivered: its mail server rejected the address. Check the address, or copy the link in the list below and share it.`;

/** What the API knows of the email of an invitation. */
interface NoticeState {
  readonly kind: 'queued' | 'sent' | 'limited' | 'failed';
  readonly message: string;
}

function stateOf(notice: InviteNotice, members: readonly MemberRow[] | undefined): NoticeState {
  const { email, pending, previouslySentAt, isLimited } = notice;
  const invitation = members?.find((member) => member.email === email)?.invitation;
  const current = invitation?.sentAt === previouslySentAt ? undefined : invitation;
  if (isLimited) return { kind: 'limited', message: notEmailedMessage(email, current?.emailLimit) };
  if (current?.emailFailed) return { kind: 'failed', message: failedMessage(email) };
  const kind = current?.emailSent ? 'sent' : 'queued';
  if (pending) return { kind, message: stillPendingMessage(pending) };
  return { kind, message: kind === 'sent' ? invitedMessage(email) : queuedMessage(email) };
}

const looks = {
  queued: { className: 'text-secondary', icon: 'mail', iconClassName: '' },
  sent: { className: 'text-success', icon: 'check-circle', iconClassName: 'text-success-icon' },
  limited: { className: 'text-warning', icon: 'alert-triangle', iconClassName: 'text-warning-icon' },
  failed: { className: 'text-warning', icon: 'alert-triangle', iconClassName: 'text-warning-icon' },
} as const;

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
  /** Loads the invitations again. */
  onRefetch: () => void;
  notice: InviteNotice | undefined;
  onNotice: (notice: InviteNotice | undefined) => void;
  /** The text to start with, if the user has just come from the form for several people. */
  initialText: string | undefined;
  /** Called with the text of the field. */
  onInviteSeveral: (text: string) => void;
}

export function InviteOne({
  workspace,
  members,
  onRefetch,
  notice,
  onNotice,
  initialText,
  onInviteSeveral,
}: InviteOneProps) {
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
  const state = notice && stateOf(notice, members);
  const kind = state?.kind;
  usePolling(kind === 'queued', { refetch: onRefetch });
  const clearNotice = useEffectEvent(() => onNotice(undefined));
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(clearNotice, noticeDurationMs);
    return () => clearTimeout(timer);
    // A new sentence is shown as long as the first.
  }, [notice, kind]);

  const submit = handleSubmit(
    async ({ email, role }) => {
      onNotice(undefined);
      const clear = resetSent({ getValues, reset });
      const pending = findPending(members, email);
      const previouslySentAt = members?.find((member) => member.email === email)?.invitation?.sentAt;
      const result = await invite({ params, body: { email, ...chosenRole(role) } });
      // Enter blurs the field. The user types the next email, or corrects this one.
      setFocus('email');
      if (!result.data) return;
      const isLimited = result.data.find((member) => member.email === email)?.emailed === 'limit';
      onNotice({ email, pending, previouslySentAt, isLimited });
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
            const text = event.clipboardData.getData('text');
            if (parseEmails(text).length <= 1) return;
            event.preventDefault();
            // As it was pasted, because it may have a column of roles.
            onInviteSeveral(text);
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
      {state && (
        <p role="status" className={`flex gap-2 wrap-anywhere ${looks[state.kind].className}`}>
          <Icon name={looks[state.kind].icon} className={`mt-0.5 flex-none ${looks[state.kind].iconClassName}`} />
          <span className="min-w-0">{state.message}</span>
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
