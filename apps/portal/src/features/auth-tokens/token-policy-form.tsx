import type { TokenPolicy } from '@portal/contract';
import { Button, Card, Checkbox, SelectField, TextField } from '@portal/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSetTokenPolicyMutation } from '../../api/auth-tokens.api.ts';
import { toRequestError } from '../../api/http/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import { useMarkUnsaved } from '../../components/form/unsaved-changes.tsx';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { useStoredDraft } from '../../lib/drafts.ts';
import { useNewLogin } from '../../session/use-new-login.ts';

const Draft = z.object({
  makers: z.enum(['EVERYONE', 'APPROVERS', 'OWNER']),
  maxDays: z.string(),
  allowsWrites: z.boolean(),
});
type Values = z.infer<typeof Draft>;

const toValues = ({ makers, maxDays, allowsWrites }: TokenPolicy): Values => ({
  makers,
  maxDays: maxDays === null ? '' : String(maxDays),
  allowsWrites,
});

/** The typed number of days; null for none, undefined if it is no number of days. */
function parseDays(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^\s*[1-9]\d{0,3}\s*$/.test(text) ? Number(text) : undefined;
}

interface TokenPolicyFormProps {
  workspaceId: string;
  policy: TokenPolicy;
}

/** What the owner allows members to do with API tokens. */
export default function TokenPolicyForm({ workspaceId, policy }: TokenPolicyFormProps) {
  const [save, { error: mutationError, isLoading, isSuccess }] = useSetTokenPolicyMutation();
  const [edited, setEdited] = useState<Values>();
  const logInAgain = useNewLogin();
  const values = edited ?? toValues(policy);
  const maxDays = parseDays(values.maxDays);
  const error = toRequestError(mutationError);
  const daysError = maxDays === undefined ? 'Enter a number of days' : error?.fields?.[0]?.message;
  useMarkUnsaved(edited !== undefined);
  useStoredDraft(`${useUser().id}/${workspaceId}/token policy`, {
    read: () => edited,
    restore: (stored) => setEdited(Draft.safeParse(stored).data),
  });
  const change = (changed: Partial<Values>) => setEdited({ ...values, ...changed });
  const submit = async () => {
    if (maxDays === undefined || isLoading) return;
    const { makers, allowsWrites } = values;
    const { data } = await save({ params: { workspaceId }, body: { makers, maxDays, allowsWrites } });
    if (data) setEdited(undefined);
  };
  return (
    <Card
      title="Token policy"
      description="Applies when a token is created or rotated. The last setting applies to existing tokens at once."
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <NewLoginAlert
          error={error?.fields?.length ? undefined : error}
          title="The policy was not saved"
          message="A change of the policy requires a recent login. Log in again, then save it."
          onLogIn={logInAgain}
        />
        <div className="grid items-start gap-x-4 gap-y-2 md:grid-cols-2">
          <SelectField
            label="Who can create tokens"
            options={[
              { value: 'EVERYONE', label: 'All members' },
              { value: 'APPROVERS', label: 'The owner and approvers' },
              { value: 'OWNER', label: 'Only the owner' },
            ]}
            value={values.makers}
            onChange={(makers) => change({ makers })}
          />
          <TextField
            label="Maximum lifetime in days"
            autoComplete="off"
            maxLength={4}
            value={values.maxDays}
            error={daysError}
            hint="Leave it empty to use the limit of the server."
            onChange={(text) => change({ maxDays: text })}
          />
        </div>
        <Checkbox
          label="Tokens can make changes in the account portal"
          hint="Otherwise, tokens can only read, regardless of their scopes."
          checked={values.allowsWrites}
          onChange={(allowsWrites) => change({ allowsWrites })}
        />
        <div className="flex items-center justify-end gap-3">
          <p role="status" className="text-secondary">
            {isSuccess && edited === undefined && 'The policy was saved'}
          </p>
          <Button type="submit" disabled={edited === undefined} loading={isLoading} loadingText="Saving...">
            Save policy
          </Button>
        </div>
      </form>
    </Card>
  );
}
