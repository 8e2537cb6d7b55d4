import {
  maxInvitationsAtOnce,
  NewInvitations,
  roleLabels,
  type AssignableRole,
  type InviteOutcome,
  type NewInvitations as NewInvitationsBody,
  type Workspace,
} from '@portal/contract';
import { Alert, Button } from '@portal/ui';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useInviteMembersMutation } from '../../../api/invitations.api.ts';
import { creationErrorTitle } from '../../../components/error-alert.tsx';
import { FormTextArea } from '../../../components/form/form-fields.tsx';
import { formSchema } from '../../../components/form/form-schema.ts';
import { resetSent } from '../../../components/form/reset-sent.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { NewLoginAlert } from '../../../components/new-login-alert.tsx';
import { useNewLogin } from '../../../session/use-new-login.ts';
import { InviteLayout, inviteLoginMessage } from './invite-layout.tsx';
import { InviteOutcomes } from './invite-outcomes.tsx';
import { chosenRole, InviteRoleField } from './invite-role-field.tsx';
import type { MemberRow } from '../shared/member-rows.ts';
import { parseEmailList, parseEmails } from './parse-emails.ts';
import { useInviteDraft } from './use-invite-draft.ts';

interface Values {
  emails: string;
  role: AssignableRole;
}

const schema = formSchema<{ emails: string | null; role: AssignableRole }, NewInvitationsBody>(NewInvitations, {
  toBody: ({ emails, role }) => ({ emails: parseEmails(emails ?? ''), ...chosenRole(role) }),
  // The API says which addresses are invalid.
  toFieldPath: () => ['emails'],
});

export interface InviteSeveralProps {
  workspace: Workspace;
  /** The members, when they are loaded. */
  members: readonly MemberRow[] | undefined;
  /** The text to start with, if the user has just come from the form for one person. */
  initialText: string | undefined;
  /** Called with the only address in the field, or with an empty text. */
  onInviteOne: (email: string) => void;
}

export function InviteSeveral({ workspace, members, initialText, onInviteOne }: InviteSeveralProps) {
  const [invite, { error, isLoading }] = useInviteMembersMutation();
  const { id: workspaceId } = workspace;
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>();
  /** Of the last response. Until then it is not known. */
  const [emailsLeft, setEmailsLeft] = useState<number>();
  const { control, formState, getValues, handleSubmit, reset, setFocus, setValue } = useSchemaForm<
    Values,
    NewInvitationsBody
  >(schema, { defaultValues: { emails: '', role: 'EDITOR' } });
  const chooseListedRole = (text: string) => {
    const { role } = parseEmailList(text);
    if (role !== undefined && role !== 'other') setValue('role', role, { shouldDirty: true });
  };
  useInviteDraft({
    name: `${workspaceId}/invitations`,
    isDirty: formState.isDirty,
    isPending: isLoading,
    initialText,
    read: () => ({ text: getValues('emails'), role: getValues('role') }),
    setText: (text) => {
      setValue('emails', text, { shouldDirty: true });
      chooseListedRole(text);
    },
    setRole: (role) => setValue('role', role, { shouldDirty: true }),
    focusText: () => setFocus('emails'),
  });
  const logInAgain = useNewLogin();
  const [text, role] = useWatch({ control, name: ['emails', 'role'] });
  const { emails, role: listedRole } = parseEmailList(text);

  const submit = handleSubmit(async (body) => {
    setOutcomes(undefined);
    const { linesWithoutAddress } = parseEmailList(getValues('emails'));
    const clear = resetSent({ getValues, reset: () => reset({ emails: '', role: getValues('role') }) });
    const { data } = await invite({ params: { workspaceId }, body });
    if (!data) return;
    setOutcomes(
      data.outcomes.map((outcome, index) =>
        linesWithoutAddress.has(body.emails[index] ?? '')
          ? { ...outcome, message: 'No address in this line' }
          : outcome,
      ),
    );
    setEmailsLeft(data.emailsLeft);
    if (!clear()) return;
    // The user can correct the invalid addresses.
    const invalid = body.emails.filter((_email, index) => data.outcomes[index]?.outcome === 'invalid');
    if (invalid.length > 0) setValue('emails', invalid.join('\n'), { shouldDirty: true });
  });
  return (
    <InviteLayout
      field={
        <div
          onPaste={(event) => {
            // The role is also that of the people who are in the field already.
            if (text.trim() === '') chooseListedRole(event.clipboardData.getData('text'));
          }}
        >
          <FormTextArea
            control={control}
            name="emails"
            label="User Emails to Grant Workspace Access"
            rows={5}
            hint={`One per line, or separated by commas. ${emails.length} of ${maxInvitationsAtOnce}`}
            keepHint
          />
        </div>
      }
      roleField={<InviteRoleField control={control} name="role" />}
      submitLabel="Add Users To Workspace"
      isPending={isLoading}
      onSubmit={(event) => void submit(event)}
      action={
        emails.length <= 1 && (
          <Button size="sm" onClick={() => onInviteOne(emails[0] ?? '')}>
            Invite one person
          </Button>
        )
      }
    >
      <NewLoginAlert
        error={error}
        title={creationErrorTitle(error, 'The invitations weren’t sent')}
        message={inviteLoginMessage}
        onLogIn={logInAgain}
      />
      {listedRole && (
        <Alert
          tone={listedRole === role ? 'info' : 'warning'}
          message={
            listedRole === role
              ? `Everyone in this list is invited as ${roleLabels[role]}, the role in the list.`
              : `The roles in this list are not used. Everyone is invited as ${roleLabels[role]}.`
          }
        />
      )}
      {emailsLeft !== undefined && emails.length > emailsLeft && (
        <Alert
          tone="warning"
          message={`You can send ${emailsLeft === 1 ? '1 more invitation email' : `${emailsLeft} more invitation emails`} today. The other ${emails.length - emailsLeft} of these ${emails.length} people are invited without an email: copy their links.`}
        />
      )}
      {outcomes && <InviteOutcomes {...{ workspace, outcomes, members }} />}
      {!outcomes && !error && (
        <p className="text-secondary">
          We’ll email each address an invitation to collaborate, also if it was invited before. We email each address
          only a few times a day.
        </p>
      )}
    </InviteLayout>
  );
}
