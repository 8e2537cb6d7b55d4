import type { AuditSelection } from '@portal/contract';
import { Button, Card, SelectField } from '@portal/ui';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { FormDateField, FormTextField } from '../../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { ActPills, ActsField } from './acts-field.tsx';
import { anything, Selection, valuesIn, type FilterValues } from './audit-filter-values.ts';
import { credentialOptions } from './credentials.ts';

const kinds = [
  { value: anything, label: 'Everything' },
  { value: 'acts', label: 'What was done' },
  { value: 'looks', label: 'What staff looked at' },
];

const credentials = [{ value: anything, label: 'Any' }, ...credentialOptions];

export interface AuditFiltersProps {
  /** As they stand in the address. */
  values: FilterValues;
  onApply: (values: Partial<FilterValues>) => void;
}

/** What of the log is to be shown. It is asked for by a button, because each answer is a line of the log. */
export function AuditFilters({ values, onApply }: AuditFiltersProps) {
  const { control, getValues, handleSubmit, reset, trigger } = useCheckedForm<FilterValues, AuditSelection>(Selection, {
    values,
  });
  const isWrong = !Selection.safeParse(values).success;
  useEffect(() => {
    if (isWrong) void trigger();
  }, [isWrong, trigger]);
  const submit = handleSubmit(() => onApply(getValues()));
  const clear = () => {
    // What was typed and never applied does not stand in the address.
    reset(valuesIn(new URLSearchParams()));
    onApply({});
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const date = { control, onEnter: () => void submit() };
  return (
    <Card title="Audit log" description="Who did what, to whom and when. Reading it and downloading it is in it, too.">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 lg:grid-cols-4">
          <FormTextField control={control} name="who" label="Who" hint="Email or user ID" autoComplete="off" />
          <FormTextField control={control} name="whom" label="On Whom" hint="Email or user ID" autoComplete="off" />
          <FormTextField control={control} name="workspace" label="Workspace ID" mono autoComplete="off" />
          <Controller
            control={control}
            name="kind"
            render={({ field, fieldState }) => (
              <SelectField {...field} label="What" options={kinds} error={fieldState.error?.message} />
            )}
          />
          <Controller
            control={control}
            name="actions"
            render={({ field, fieldState }) => (
              <ActsField value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
            )}
          />
          <FormDateField {...date} name="from" label="From" hint={`Midnight, ${zone}`} />
          <FormDateField {...date} name="to" label="To" hint="The whole day" />
          <Controller
            control={control}
            name="credential"
            render={({ field, fieldState }) => (
              <SelectField {...field} label="Signed In By" options={credentials} error={fieldState.error?.message} />
            )}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" icon="search">
            Show Entries
          </Button>
          <Button onClick={clear}>Clear Filters</Button>
          <Controller
            control={control}
            name="actions"
            render={({ field }) => <ActPills value={field.value} onChange={field.onChange} />}
          />
        </div>
      </form>
    </Card>
  );
}
