import { Button } from '@portal/ui';
import type { ReactNode, SubmitEvent } from 'react';
import { FieldRow } from '../../../components/form/field-row.tsx';

/** What to do if the API requires a new login. The form keeps what was typed. */
export const inviteLoginMessage =
  'Inviting an Approver requires a recent login. Log in again, then send the invitation.';

export interface InviteLayoutProps {
  /** The field for the addresses. */
  field: ReactNode;
  roleField: ReactNode;
  submitLabel: string;
  isPending: boolean;
  onSubmit: (event: SubmitEvent) => void;
  /** Messages below the fields, in a space that is tall enough for most of them, so that the table below does not move. */
  children: ReactNode;
  /** A button beside the messages. */
  action: ReactNode;
}

/** The fields of an invitation in one row, with messages below it. */
export function InviteLayout({
  field,
  roleField,
  submitLabel,
  isPending,
  onSubmit,
  children,
  action,
}: InviteLayoutProps) {
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={onSubmit}>
      <FieldRow
        actions={
          <Button type="submit" icon="user-plus" loading={isPending} loadingText="Adding...">
            {submitLabel}
          </Button>
        }
      >
        <div className="min-w-0 flex-1">{field}</div>
        <div className="@2xl:w-36">{roleField}</div>
      </FieldRow>
      <div className="-mx-5 flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line px-5 pt-4">
        <div className="grid min-h-10 min-w-0 flex-1 basis-80 content-start gap-3">{children}</div>
        {action}
      </div>
    </form>
  );
}
