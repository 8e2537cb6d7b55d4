import {
  AssignableRole,
  maxInvitationsAtOnce,
  NewInvitations,
  type InviteOutcome,
  type NewInvitations as NewInvitationsBody,
} from '@portal/contract';
import { Button } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useInviteMembersMutation } from '../../api/invitations.api.ts';
import { useUser } from '../../api/session.api.ts';
import { creationErrorTitle, ErrorAlert } from '../../components/error-alert.tsx';
import { FormTextArea } from '../../components/form/form-fields.tsx';
import { formSchema } from '../../components/form/form-schema.ts';
import { useMarkPending, useMarkUnsaved } from '../../components/form/unsaved-changes.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { useStoredDraft } from '../../lib/drafts.ts';
import { InviteOutcomes } from './invite-outcomes.tsx';
import { chosenRole, InviteRoleField } from './invite-role-field.tsx';
import { parseEmails } from './parse-emails.ts';

const Draft = z.object({ emails: z.string(), role: AssignableRole });
type Values = z.infer<typeof Draft>;

const schema = formSchema<{ emails: string | null; role: AssignableRole }, NewInvitationsBody>(NewInvitations, {
  toBody: ({ emails, role }) => ({ emails: parseEmails(emails ?? ''), ...chosenRole(role) }),
  // The API says which addresses are invalid.
  toFieldPath: () => ['emails'],
});

export interface InviteSeveralProps {
  workspaceId: string;
  /** The text to start with, if the user has just come from the form for one person. */
  initialText: string | undefined;
  /** Called with the only address in the field, or with an empty text. */
  onInviteOne: (email: string) => void;
}

export function InviteSeveral({ workspaceId, initialText, onInviteOne }: InviteSeveralProps) {
  const [invite, { error, isLoading }] = useInviteMembersMutation();
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>();
  const { control, formState, getValues, handleSubmit, reset, setFocus, setValue } = useSchemaForm<
    Values,
    NewInvitationsBody
  >(schema, { defaultValues: { emails: '', role: 'EDITOR' } });
  const { isDirty } = formState;
  useMarkUnsaved(isDirty);
  useMarkPending(isLoading);
  useStoredDraft(`${useUser().id}/${workspaceId}/invitations`, {
    read: () => (isDirty ? getValues() : undefined),
    restore: (stored) => {
      const draft = Draft.safeParse(stored).data;
      if (!draft) return;
      setValue('emails', draft.emails, { shouldDirty: true });
      setValue('role', draft.role, { shouldDirty: true });
    },
  });
  useEffect(() => {
    if (initialText === undefined) return;
    setValue('emails', initialText, { shouldDirty: true });
    setFocus('emails');
  }, [initialText, setFocus, setValue]);
  const emails = parseEmails(useWatch({ control, name: 'emails' }));

  const submit = handleSubmit(async (body) => {
    setOutcomes(undefined);
    const { data } = await invite({ params: { workspaceId }, body });
    if (!data) return;
    setOutcomes(data.outcomes);
    const { role } = getValues();
    reset({ emails: '', role });
    // The user can correct the invalid addresses.
    const invalid = body.emails.filter((_email, index) => data.outcomes[index]?.outcome === 'invalid');
    if (invalid.length > 0) setValue('emails', invalid.join('\n'), { shouldDirty: true });
  });
  return (
    <form
      noValidate
      className="grid items-start gap-x-6 gap-y-3 lg:min-h-31 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      onSubmit={(event) => void submit(event)}
    >
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1 basis-72">
          <FormTextArea
            control={control}
            name="emails"
            label="User Emails to Grant Workspace Access"
            rows={5}
            hint={`One per line, or separated by commas. ${emails.length} of ${maxInvitationsAtOnce}`}
            keepHint
          />
        </div>
        <div className="w-36">
          <InviteRoleField control={control} name="role" />
        </div>
        <div className="pt-6">
          <Button type="submit" icon="user-plus" loading={isLoading} loadingText="Adding...">
            Add Users To Workspace
          </Button>
        </div>
      </div>
      <div className="grid gap-3">
        <ErrorAlert error={error} title={creationErrorTitle(error, 'The invitations weren’t sent')} />
        {outcomes && <InviteOutcomes outcomes={outcomes} />}
        {!outcomes && !error && (
          <p className="text-secondary">
            We’ll email each address an invitation to collaborate. Addresses that were invited before get it again.
          </p>
        )}
        {emails.length <= 1 && (
          <div>
            <Button size="sm" onClick={() => onInviteOne(emails[0] ?? '')}>
              Invite one person
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
