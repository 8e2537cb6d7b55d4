import {
  AssignableRole,
  maxInvitationsAtOnce,
  NewInvitation,
  roleLabels,
  type InviteOutcome,
  type Workspace,
} from '@portal/contract';
import { Alert, Button, Card } from '@portal/ui';
import { useState, type ClipboardEvent, type DragEvent, type SubmitEvent } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useInviteMembersMutation } from '../../../api/invitations.api.ts';
import { useInviteMemberMutation } from '../../../api/members.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { creationErrorTitle } from '../../../components/error-alert.tsx';
import { FieldRow } from '../../../components/form/field-row.tsx';
import { FormTextField } from '../../../components/form/form-fields.tsx';
import { formSchema } from '../../../components/form/form-schema.ts';
import { resetSent } from '../../../components/form/reset-sent.ts';
import { useMarkPending, useMarkUnsaved } from '../../../components/form/unsaved-changes.tsx';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { NewLoginAlert } from '../../../components/new-login-alert.tsx';
import { useStoredDraft } from '../../../lib/drafts.ts';
import { useFormLinkFocus } from '../../../lib/form-link.ts';
import { useNewLogin } from '../../../session/use-new-login.ts';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';
import { InviteNoticeMessage, type InviteNotice } from './invite-notice.tsx';
import { InviteOutcomes } from './invite-outcomes.tsx';
import { InvitePreview, isMember } from './invite-preview.tsx';
import { chosenRole, InviteRoleField } from './invite-role-field.tsx';
import { parseEmailList, parseOneEmail, type ListEntry } from './parse-emails.ts';
import { roleMeanings } from '../../../lib/role-options.ts';
import { InviteList, isUnderstood, useInviteList } from './use-invite-list.ts';

interface Values {
  email: string;
  role: AssignableRole;
}

const Draft = z.object({ email: z.string(), role: AssignableRole, list: InviteList });

/** What to do if the API requires a new login. The form keeps what was typed. */
const inviteLoginMessage = 'Inviting an Approver requires a recent login. Log in again, then send the invitation.';

/** The address of one person. Several are not validated here: the form shows what it understood. */
function toEmail(text: string): string {
  const { entries } = parseEmailList(text);
  return entries.length > 1 ? (entries.find(isUnderstood)?.text ?? text) : parseOneEmail(text);
}

const schema = formSchema<{ email: string | null; role: AssignableRole }, NewInvitation>(NewInvitation, {
  toBody: ({ email, role }) => ({ email: toEmail(email ?? ''), role }),
});

/** Finds a pending member in the loaded members. */
const findPending = (members: readonly MemberRow[] | undefined, email: string) =>
  members?.find((member) => member.email === email && isOpenInvitation(member));

export interface InviteFormProps {
  workspace: Workspace;
  /** The members, when they are loaded. */
  members: readonly MemberRow[] | undefined;
  /** Loads the invitations again. */
  onRefetch: () => void;
  /** Whether inviting is what the page is for. */
  isMainAction: boolean;
  notice: InviteNotice | undefined;
  onNotice: (notice: InviteNotice | undefined) => void;
}

/**
 * Invites one person at once. A text with several addresses, or with parts that are none, becomes a list that shows what was understood,
 * and is sent after that.
 */
export function InviteForm({ workspace, members, onRefetch, isMainAction, notice, onNotice }: InviteFormProps) {
  const params = { workspaceId: workspace.id };
  const [invite, { error, isLoading, reset: clearError }] = useInviteMemberMutation();
  const [inviteList, { error: listError, isLoading: isSendingList, reset: clearListError }] =
    useInviteMembersMutation();
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>();
  /** Of the last response. Until then it is not known. */
  const [emailsLeft, setEmailsLeft] = useState<number>();
  const { list, add, correct, remove, restore } = useInviteList();
  const { control, formState, getValues, handleSubmit, reset, resetField, setError, setFocus, setValue } =
    useSchemaForm<Values, NewInvitation>(schema, { defaultValues: { email: '', role: 'EDITOR' } });
  const formError = useFieldErrors({ error, setError, names: ['email'] });
  useFormLinkFocus(() => setFocus('email'));
  const logInAgain = useNewLogin();
  const [text, role] = useWatch({ control, name: ['email', 'role'] });
  const hasList = list.entries.length > 0;
  const isPending = isLoading || isSendingList;
  const isUnsaved = formState.isDirty || hasList;
  useMarkUnsaved(isUnsaved);
  useMarkPending(isPending);
  useStoredDraft(`${useUser().id}/${workspace.id}/invitation`, {
    read: () => (isUnsaved ? { ...getValues(), list } : undefined),
    restore: (stored) => {
      const draft = Draft.safeParse(stored).data;
      if (!draft) return;
      setValue('email', draft.email, { shouldDirty: true });
      setValue('role', draft.role, { shouldDirty: true });
      restore(draft.list);
    },
  });
  const understood = list.entries.filter(isUnderstood);
  const toInvite = understood.filter((entry) => !isMember(entry, members));
  const toSend = toInvite.slice(0, maxInvitationsAtOnce);

  const forgetLast = () => {
    onNotice(undefined);
    setOutcomes(undefined);
    clearError();
    clearListError();
  };

  const addToList = (added: string) => {
    forgetLast();
    const listedRole = add(added);
    if (listedRole !== undefined && listedRole !== 'other') setValue('role', listedRole, { shouldDirty: true });
  };

  const addField = () => {
    addToList(getValues('email'));
    setFocus('email');
    resetField('email');
  };

  const inviteOne = handleSubmit(
    async ({ email, role: invitedRole }) => {
      forgetLast();
      const clear = resetSent({ getValues, reset });
      const pending = findPending(members, email);
      const previouslySentAt = members?.find((member) => member.email === email)?.invitation?.sentAt;
      const result = await invite({ params, body: { email, ...chosenRole(invitedRole) } });
      // Enter blurs the field. The user types the next email, or corrects this one.
      setFocus('email');
      if (!result.data) return;
      const isLimited = result.data.find((member) => member.email === email)?.emailed === 'limit';
      onNotice({ email, pending, previouslySentAt, isLimited });
      clear();
    },
    // It belongs to the email before.
    forgetLast,
  );

  const sendList = async () => {
    setOutcomes(undefined);
    const { data } = await inviteList({
      params,
      body: { emails: toSend.map((entry) => entry.text), ...chosenRole(getValues('role')) },
    });
    if (!data) return;
    setOutcomes(data.outcomes);
    setEmailsLeft(data.emailsLeft);
    // What the API does not take as an address stays in the list. Members have no invitation to wait for.
    const isSettled = (index: number) => data.outcomes[index]?.outcome !== 'invalid';
    remove([
      ...toSend.filter((_entry, index) => isSettled(index)),
      ...understood.filter((entry) => isMember(entry, members)),
    ]);
  };

  const removeEntries = (entries: readonly ListEntry[]) => {
    remove(entries);
    if (entries.length === list.entries.length) setFocus('email');
  };

  const submit = (event: SubmitEvent) => {
    const isText = getValues('email').trim() !== '';
    if (!hasList && parseEmailList(getValues('email')).entries.length <= 1) return void inviteOne(event);
    event.preventDefault();
    if (isText) addField();
    else if (toSend.length > 0) void sendList();
  };

  /** Takes a text with several lines or parts as it is: the field has one line. */
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const pasted = data.getData('text');
    if (!hasList && parseEmailList(pasted).entries.length <= 1) return;
    event.preventDefault();
    addToList(pasted);
  };

  return (
    <Card>
      <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={submit}>
        <FieldRow
          actions={
            <Button
              type="submit"
              variant={isMainAction ? 'primary' : 'secondary'}
              icon="user-plus"
              disabled={hasList && text.trim() === '' && toSend.length === 0}
              loading={isPending}
              loadingText="Adding..."
            >
              {submitLabel({ hasList, hasText: text.trim() !== '', count: toSend.length })}
            </Button>
          }
        >
          <div
            className="min-w-0 flex-1"
            onPaste={(event) => take(event, event.clipboardData)}
            onDrop={(event) => take(event, event.dataTransfer)}
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
          <div className="@2xl:w-36">
            <InviteRoleField control={control} name="role" />
          </div>
        </FieldRow>
        {/* Tall enough for most messages, so that the table below does not move. */}
        <div className="-mx-5 grid min-h-10 content-start gap-3 border-t border-line px-5 pt-4">
          <NewLoginAlert
            error={formError}
            title="The invitation wasn’t sent"
            message={inviteLoginMessage}
            onLogIn={logInAgain}
          />
          <NewLoginAlert
            error={listError}
            title={creationErrorTitle(listError, 'The invitations weren’t sent')}
            message={inviteLoginMessage}
            onLogIn={logInAgain}
          />
          {outcomes && <InviteOutcomes {...{ workspace, outcomes, members }} />}
          {toInvite.length > toSend.length && (
            <Alert
              tone="info"
              message={`You can invite ${maxInvitationsAtOnce} people at once. The other ${toInvite.length - toSend.length} stay in the list, for the next time.`}
            />
          )}
          {emailsLeft !== undefined && toSend.length > emailsLeft && (
            <Alert
              tone="warning"
              message={`You can send ${emailsLeft === 1 ? '1 more invitation email' : `${emailsLeft} more invitation emails`} today. The other ${toSend.length - emailsLeft} of these ${toSend.length} people are invited without an email: copy their links.`}
            />
          )}
          {hasList && (
            <InvitePreview
              workspaceId={workspace.id}
              {...{ list, role, members }}
              isRest={outcomes !== undefined}
              onCorrect={correct}
              onRemove={removeEntries}
            />
          )}
          {notice && <InviteNoticeMessage {...{ notice, members, onRefetch }} onEnd={() => onNotice(undefined)} />}
          {!notice && !outcomes && !hasList && !formError && !listError && (
            <p className="text-secondary">
              <span className="font-medium text-body">{roleLabels[role]}:</span> {roleMeanings[role]} We’ll email an
              invitation. Paste a list to invite several people.
            </p>
          )}
        </div>
      </form>
    </Card>
  );
}

interface SubmitLabel {
  readonly hasList: boolean;
  /** Whether there is a text in the field. */
  readonly hasText: boolean;
  readonly count: number;
}

function submitLabel({ hasList, hasText, count }: SubmitLabel): string {
  if (!hasList) return 'Add User To Workspace';
  if (hasText) return 'Add to the list';
  if (count === 0) return 'Send invitations';
  return count === 1 ? 'Send 1 invitation' : `Send ${count} invitations`;
}
