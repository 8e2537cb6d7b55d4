import { Button } from '@portal/ui';
import type { ReactNode, SubmitEvent } from 'react';

export interface InviteLayoutProps {
  /** The field for the addresses. */
  field: ReactNode;
  roleField: ReactNode;
  submitLabel: string;
  isPending: boolean;
  onSubmit: (event: SubmitEvent) => void;
  /** Messages, beside the fields so that they move neither the button nor the table below. */
  children: ReactNode;
}

/** The fields of an invitation in one row, with messages beside it. */
export function InviteLayout({ field, roleField, submitLabel, isPending, onSubmit, children }: InviteLayoutProps) {
  return (
    <form
      noValidate
      className="grid items-start gap-x-6 gap-y-3 lg:min-h-31 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      onSubmit={onSubmit}
    >
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1 basis-72">{field}</div>
        <div className="w-36">{roleField}</div>
        <div className="pt-6">
          <Button type="submit" icon="user-plus" loading={isPending} loadingText="Adding...">
            {submitLabel}
          </Button>
        </div>
      </div>
      {children}
    </form>
  );
}
