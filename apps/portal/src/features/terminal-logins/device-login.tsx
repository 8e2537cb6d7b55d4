import { DeviceCodeEntry, formatUserCode, parseUserCode, type DeviceRequest } from '@portal/contract';
import { Button, Card, PageTitle, useRefocusOnChange } from '@portal/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { toRequestError, type RequestError } from '../../api/http/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import {
  useApproveDeviceMutation,
  useDenyDeviceMutation,
  useFindDeviceMutation,
} from '../../api/terminal-logins.api.ts';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { useStoredDraft } from '../../lib/drafts.ts';
import { AnswerError } from './answer-error.tsx';
import { ConsentCard } from './consent-card.tsx';
import { defaultGrant, Grant, restoreGrant, toRequestedScopes } from './grant.ts';
import { Approved, Denied } from './notices.tsx';

/** The device that the user found, with the code that they typed. */
interface FoundDevice {
  readonly userCode: string;
  readonly device: DeviceRequest;
}

const Draft = z.object({ userCode: z.string(), grant: Grant });

/**
 * The page at which a user types the code that a device shows. The code comes from the keyboard only: a link with a code could be from
 * anyone (RFC 8628, section 5.4).
 */
export function DeviceLogin() {
  const { id: userId } = useUser();
  const form = useSchemaForm<{ userCode: string }, { userCode: string }>(DeviceCodeEntry, {
    defaultValues: { userCode: '' },
  });
  const [findDevice, finding] = useFindDeviceMutation();
  const [approveDevice, approving] = useApproveDeviceMutation();
  const [denyDevice, denying] = useDenyDeviceMutation();
  const [found, setFound] = useState<FoundDevice>();
  const [grant, setGrant] = useState<Grant>(() => defaultGrant([]));
  const [outcome, setOutcome] = useState<'approved' | 'denied'>();
  useRefocusOnChange(outcome ?? (found ? 'found' : 'code'));

  const showUnknownCode = ({ message }: RequestError) => {
    setFound(undefined);
    form.setError('userCode', { type: 'server', message }, { shouldFocus: true });
  };
  const find = async (userCode: string, stored?: Grant) => {
    const { data: device, error } = await findDevice({ body: { userCode } });
    if (isUnknownCode(error)) showUnknownCode(error);
    if (!device) return;
    const requested = toRequestedScopes(device.scopes);
    setGrant(stored ? restoreGrant(stored, requested) : defaultGrant(requested));
    setFound({ userCode, device });
  };
  useStoredDraft(`${userId}/device`, {
    read: () => (found && !outcome ? { userCode: found.userCode, grant } : undefined),
    restore: (stored) => {
      const draft = Draft.safeParse(stored).data;
      const userCode = draft && parseUserCode(draft.userCode);
      if (!userCode) return;
      form.setValue('userCode', formatUserCode(userCode));
      void find(userCode, draft.grant);
    },
  });

  const finish = (next: 'approved' | 'denied', error: ReturnType<typeof toRequestError>) => {
    if (!error) setOutcome(next);
    else if (isUnknownCode(error)) showUnknownCode(error);
  };
  const approve = async ({ userCode }: FoundDevice) => {
    denying.reset();
    finish('approved', toRequestError((await approveDevice({ body: { userCode, ...grant } })).error));
  };
  const deny = async ({ userCode }: FoundDevice) => {
    approving.reset();
    finish('denied', toRequestError((await denyDevice({ body: { userCode } })).error));
  };

  if (found && outcome === 'approved') return <Approved client={found.device.client} />;
  if (found && outcome === 'denied') return <Denied client={found.device.client} />;
  if (found) {
    const { device } = found;
    return (
      <ConsentCard
        client={device.client}
        host={device.host}
        device={device}
        requested={toRequestedScopes(device.scopes)}
        grant={grant}
        onChange={setGrant}
        isApproving={approving.isLoading}
        isDenying={denying.isLoading}
        onApprove={() => void approve(found)}
        onDeny={() => void deny(found)}
        error={
          <AnswerError
            error={approving.error ?? denying.error}
            title={denying.error ? 'The terminal was not denied' : 'The terminal was not approved'}
          />
        }
      />
    );
  }
  const submit = form.handleSubmit(({ userCode }) => find(userCode));
  return (
    <div className="mx-auto grid max-w-form gap-6">
      <PageTitle
        title="Log in a device"
        subtitle="Type the code that your terminal shows. Never type a code that someone sent you."
      />
      <Card>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          {!isUnknownCode(finding.error) && <AnswerError error={finding.error} title="The code was not checked" />}
          <FormTextField
            control={form.control}
            name="userCode"
            label="Code"
            mono
            autoFocus
            autoComplete="off"
            placeholder="WDJB-MJHT"
            maxLength={60}
            normalise={showAsCode}
          />
          <div>
            <Button type="submit" variant="primary" loading={finding.isLoading} loadingText="Checking...">
              Continue
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}

/** Adds what was not typed: capital letters and the hyphen. */
function showAsCode(typed: string): string {
  const code = parseUserCode(typed);
  return code === null ? typed : formatUserCode(code);
}

const isUnknownCode = (error: Parameters<typeof toRequestError>[0]): error is RequestError =>
  toRequestError(error)?.type === 'UserCodeNotFound';
