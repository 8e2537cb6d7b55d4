import {
  fullNameOf,
  NewReassignment,
  objectionHours,
  validationMessages,
  type MemberForStaff,
  type WorkspaceForStaff,
  displayEmail,
} from '@portal/contract';
import { Button, SelectField } from '@portal/ui';
import { Controller } from 'react-hook-form';
import { useListMembersForStaffInfiniteQuery, useReassignOwnershipMutation } from '../../../api/admin.api.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { formSchema } from '../../../components/form/form-schema.ts';
import { toSingleLineOrNull } from '../../../components/form/text-rules.ts';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { definePendingAction } from '../../../session/pending-action.ts';
import { ReasonField } from '../account-locks/reason-field.tsx';

interface Values {
  userId: string;
  reason: string;
}

export const transferAction = definePendingAction<Values>('transfer');

export interface TransferDialogProps {
  workspace: WorkspaceForStaff;
  /** What the form starts with. */
  values: Values;
  onClose: () => void;
}

const schema = formSchema(NewReassignment, {
  toBody: ({ userId, reason }: { userId: string | null; reason: string | null }) => ({
    userId,
    reason: toSingleLineOrNull(reason) ?? '',
  }),
  extraIssues: ({ userId }) => (userId ? [] : [{ path: ['userId'], message: validationMessages.required }]),
});

/** Whether the API may accept the member; it also checks that the email is verified. */
const mayOwn = ({ role, pending, isQuarantined, isSuspended }: MemberForStaff) =>
  role !== 'OWNER' && !pending && !isQuarantined && !isSuspended;

/** Requests a change of the owner, for a workspace whose owner does not respond. */
export function TransferDialog({ workspace, values, onClose }: TransferDialogProps) {
  const params = { workspaceId: workspace.workspaceId };
  const [reassign, { error, isLoading }] = useReassignOwnershipMutation();
  const members = useListMembersForStaffInfiniteQuery({ params });
  const reauthenticate = transferAction.useReauthenticate();
  const { control, getValues, handleSubmit, setError } = useSchemaForm<Values, NewReassignment>(schema, {
    defaultValues: values,
  });
  const formError = useFieldErrors({ error, setError, names: ['userId', 'reason'] });
  const submit = handleSubmit(async (body) => {
    const { data } = await reassign({ params, body });
    if (data) onClose();
  });
  const candidates = members.data?.pages.flatMap((page) => page.members).filter(mayOwn) ?? [];
  return (
    <ConfirmForm
      title="Change the owner?"
      confirmLabel="Change owner"
      loading={isLoading}
      loadingText="Requesting..."
      error={formError}
      onSubmit={submit}
      onLogIn={() => reauthenticate(getValues())}
      onClose={onClose}
    >
      <p>
        We’ll email <strong>{displayEmail(workspace.email)}</strong>, who has {objectionHours} hours to object by a
        link. Then the member becomes the owner of <strong>{workspace.displayName}</strong>, and the current owner
        becomes an approver. If we can’t email the owner, another member of staff has to confirm the change first. API
        tokens and instance sessions keep working. Billing does not move: each account keeps its own.
      </p>
      <ErrorAlert
        error={members.error}
        title="The members could not be loaded"
        onRetry={() => void members.refetch()}
      />
      <Controller
        control={control}
        name="userId"
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <SelectField
            ref={ref}
            label="New owner"
            required
            placeholder="Choose a member"
            options={candidates.map((member) => ({
              value: member.userId,
              label: `${fullNameOf(member)} (${displayEmail(member.email)})`,
            }))}
            value={value || null}
            error={fieldState.error?.message}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
      {members.hasNextPage && (
        <Button
          size="sm"
          loading={members.isFetchingNextPage}
          loadingText="Loading..."
          onClick={() => void members.fetchNextPage()}
        >
          Load more members
        </Button>
      )}
      <ReasonField control={control} hint="Shown to the owner by email, and to other staff" />
    </ConfirmForm>
  );
}
