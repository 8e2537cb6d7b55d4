import { maxBillingContacts, NewBillingContact, type BillingContact, type BillingContactState } from '@portal/contract';
import { Badge, Button, Card, moveFocusNearOnUnmount, Skeleton, VisuallyHidden, type Tone } from '@portal/ui';
import {
  useAddBillingContactMutation,
  useListBillingContactsQuery,
  useRemoveBillingContactMutation,
} from '../../api/billing-contacts.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FieldRow } from '../../components/form/field-row.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { resetSent } from '../../components/form/reset-sent.ts';
import { useFieldErrors, type FieldErrorOptions } from '../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { useStoredDraft } from '../../lib/drafts.ts';
import { useWindowFocus } from '../../lib/use-window-focus.ts';
import { useNewLogin } from '../../session/use-new-login.ts';

const states: Record<BillingContactState, { label: string; tone: Tone }> = {
  pending: { label: 'Not confirmed yet', tone: 'warning' },
  confirmed: { label: 'Confirmed', tone: 'success' },
  unsubscribed: { label: 'Unsubscribed', tone: 'neutral' },
};

const loginMessage = 'Adding a billing contact requires a recent login. Log in again, then add the contact.';

/** Who else receives the billing emails of the account. */
export function BillingContacts() {
  const { id: userId } = useUser();
  const params = { userId };
  const { data, error, refetch } = useListBillingContactsQuery({ params });
  const [add, addition] = useAddBillingContactMutation();
  const logInAgain = useNewLogin();
  // A contact confirms elsewhere.
  useWindowFocus(() => void refetch());
  const contacts = data?.contacts;
  const isFull = (contacts?.filter(({ state }) => state !== 'unsubscribed').length ?? 0) >= maxBillingContacts;
  return (
    <Card
      className="h-full"
      title="Billing contacts"
      description="Other people who get emails about invoices, failed payments and the end of the trial. They see nothing else."
    >
      <section aria-label="Billing contacts" className="grid gap-4">
        <ErrorAlert error={error} title="Your billing contacts could not be loaded" onRetry={() => void refetch()} />
        {!contacts && !error && (
          <div className="@container">
            {/* As high as the form below, whose button is beside the field where there is room. */}
            <Skeleton className="h-36 @2xl:h-20" />
          </div>
        )}
        {contacts && contacts.length > 0 && (
          <ul className="divide-y divide-line">
            {contacts.map((contact) => (
              <ContactRow
                key={contact.id}
                contact={contact}
                isSending={addition.isLoading}
                onResend={() => void add({ params, body: { email: contact.email } })}
              />
            ))}
          </ul>
        )}
        <NewLoginAlert
          error={addition.error}
          title="The email was not sent"
          message={loginMessage}
          onLogIn={logInAgain}
        />
        <p role="status" className="text-secondary empty:sr-only">
          {addition.isSuccess &&
            `We’ll email a link to ${addition.data.contact.email}. The billing emails start after the confirmation.`}
        </p>
        {contacts &&
          (isFull ? (
            <p className="text-secondary">You have {maxBillingContacts} billing contacts, the maximum.</p>
          ) : (
            <AddContact
              isLoading={addition.isLoading}
              error={addition.error}
              onAdd={async (email) => {
                const { error: failure } = await add({ params, body: { email } });
                return !failure;
              }}
            />
          ))}
      </section>
    </Card>
  );
}

interface ContactRowProps {
  contact: BillingContact;
  isSending: boolean;
  onResend: () => void;
}

function ContactRow({ contact: { id: contactId, email, state }, isSending, onResend }: ContactRowProps) {
  const { id: userId } = useUser();
  const [remove, { isLoading, error }] = useRemoveBillingContactMutation();
  const { label, tone } = states[state];
  return (
    <li ref={moveFocusToRow} className="py-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <p translate="no" className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {email}
        </p>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          {state === 'pending' && (
            <Button size="sm" loading={isSending} onClick={onResend}>
              Resend<VisuallyHidden> the email to {email}</VisuallyHidden>
            </Button>
          )}
          <Button
            size="sm"
            confirmClick
            confirmText="Remove? Click again"
            loading={isLoading}
            onClick={() => void remove({ params: { userId, contactId } })}
          >
            Remove<VisuallyHidden> {email}</VisuallyHidden>
          </Button>
        </div>
      </div>
      {state === 'unsubscribed' && (
        <p className="text-secondary">
          This contact stopped the emails. Only a link in the emails turns them on again.
        </p>
      )}
      <ErrorAlert error={error} title={`${email} was not removed`} />
    </li>
  );
}

const moveFocusToRow = moveFocusNearOnUnmount((other) => other);

interface Values {
  email: string;
}

interface AddContactProps {
  isLoading: boolean;
  error: FieldErrorOptions<Values>['error'];
  /** Resolves to whether the contact was added. */
  onAdd: (email: string) => Promise<boolean>;
}

function AddContact({ isLoading, error, onAdd }: AddContactProps) {
  const { control, formState, getValues, handleSubmit, reset, setError, setValue } = useSchemaForm<
    Values,
    NewBillingContact
  >(NewBillingContact, { defaultValues: { email: '' } });
  useFieldErrors({ error, setError, names: ['email'] });
  useStoredDraft(`${useUser().id}/billing-contact`, {
    read: () => (formState.isDirty ? getValues('email') : undefined),
    restore: (draft) => {
      if (typeof draft === 'string') setValue('email', draft, { shouldDirty: true });
    },
  });
  const submit = handleSubmit(async ({ email }) => {
    const clearSent = resetSent({ getValues, reset });
    if (await onAdd(email)) clearSent();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FieldRow
        actions={
          <Button type="submit" loading={isLoading}>
            Add contact
          </Button>
        }
      >
        <div className="flex-1">
          <FormTextField
            control={control}
            name="email"
            type="email"
            label="New contact"
            autoComplete="off"
            placeholder="accounting@example.com"
          />
        </div>
      </FieldRow>
    </form>
  );
}
