import { Email, messages, type Workspace } from '@portal/contract';
import { Button, Card, ErrorBox } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useInviteMemberMutation } from '../../api/members.api.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { FormTextField } from '../../forms/form-text-field.tsx';
import { resolverFor } from '../../forms/resolver-for.ts';
import { FailureBox } from '../../requests/failure-box.tsx';

const noticeTime = 20_000;

interface InviteValues {
  email: string;
}

const inviteSchema = {
  safeParse: (values: unknown) => {
    const result = Email.safeParse((values as { email: unknown }).email ?? undefined);
    if (result.success) return { success: true as const, data: { email: result.data } };
    const message = result.error.issues[0]?.message ?? messages.email;
    return { success: false as const, error: { issues: [{ path: ['email'], message }] } };
  },
};

export function InviteForm({ workspace }: { workspace: Workspace }) {
  const [invite, { error, isLoading }] = useInviteMemberMutation();
  const [invited, setInvited] = useState<{ email: string }>();
  const { control, handleSubmit, reset, setError, setFocus } = useForm<InviteValues, unknown, InviteValues>({
    mode: 'onSubmit',
    defaultValues: { email: '' },
    resolver: resolverFor(inviteSchema),
  });
  const unplaced = useFieldFailures({ error, setError, names: ['email'] });
  useEffect(() => {
    if (!invited) return;
    const timer = setTimeout(() => setInvited(undefined), noticeTime);
    return () => clearTimeout(timer);
  }, [invited]);

  const submit = handleSubmit(async ({ email }) => {
    const result = await invite({ params: { workspaceId: workspace.id }, body: { email } });
    // Enter took the focus from the field; the next address, or the same one mended, goes there.
    setFocus('email');
    if (result.error) return;
    setInvited({ email });
    reset();
  });
  return (
    <Card title="Invite somebody">
      <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <FailureBox error={unplaced} title="Nobody was invited" />
        {invited && (
          <ErrorBox
            tone="info"
            message={`we have notified ${invited.email} that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.`}
          />
        )}
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
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
      </form>
    </Card>
  );
}
