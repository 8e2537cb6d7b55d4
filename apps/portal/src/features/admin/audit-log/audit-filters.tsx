import type { AuditExportQuery } from '@portal/contract';
import { Button, Card, SelectField, ToggleGroup } from '@portal/ui';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { FormDateField, FormTextField } from '../../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ActionPills, ActionsField } from './actions-filter.tsx';
import {
  anyValue,
  auditFilterSchema,
  filtersFromSearch,
  isStaffRead,
  type FilterValues,
} from './audit-filter-values.ts';
import { credentialOptions } from './credential-labels.ts';

const kinds = [
  { value: 'actions', label: 'Changes' },
  { value: 'reads', label: 'Staff reads' },
  { value: anyValue, label: 'All' },
];

const credentials = [{ value: anyValue, label: 'Any' }, ...credentialOptions];

const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface AuditFiltersProps {
  /** From the URL. */
  values: FilterValues;
  onApply: (values: Partial<FilterValues>) => void;
}

/** The form has a submit button, because each read of the log writes an audit entry. */
export function AuditFilters({ values, onApply }: AuditFiltersProps) {
  const { control, getValues, handleSubmit, reset, setValue, trigger } = useSchemaForm<FilterValues, AuditExportQuery>(
    auditFilterSchema,
    {
      values,
    },
  );
  const isInvalid = !auditFilterSchema.safeParse(values).success;
  useEffect(() => {
    if (isInvalid) void trigger();
  }, [isInvalid, trigger]);
  const submit = handleSubmit(() => onApply(getValues()));
  const clear = () => {
    // Also discards values that were typed but never applied.
    reset(filtersFromSearch(new URLSearchParams()));
    onApply({});
  };
  const changeActions = (actions: string[]) => {
    setValue('actions', actions);
    // Otherwise the chosen reads would stay hidden.
    if (getValues('kind') === 'actions' && actions.some(isStaffRead)) setValue('kind', anyValue);
  };
  const date = { control, onEnter: () => void submit() };
  return (
    <Card
      title="Audit log"
      description={`Who did what, to whom and when. Days are in ${localTimeZone}. Reading and downloading the log is also logged.`}
    >
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-4 xl:grid-cols-[1.2fr_1.2fr_1fr_1.2fr_10.25rem_10.25rem_8.75rem]">
          <FormTextField control={control} name="who" label="Who" hint="Email or user ID" autoComplete="off" />
          <FormTextField control={control} name="target" label="Target" hint="Email or user ID" autoComplete="off" />
          <FormTextField control={control} name="workspace" label="Workspace ID" mono autoComplete="off" />
          <Controller
            control={control}
            name="actions"
            render={({ field, fieldState }) => (
              <ActionsField value={field.value} onChange={changeActions} error={fieldState.error?.message} />
            )}
          />
          <FormDateField {...date} name="from" label="From" />
          <FormDateField {...date} name="to" label="To" />
          <Controller
            control={control}
            name="credential"
            render={({ field, fieldState }) => (
              <SelectField
                {...field}
                label="Authenticated with"
                options={credentials}
                error={fieldState.error?.message}
              />
            )}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Controller
            control={control}
            name="kind"
            render={({ field }) => (
              <ToggleGroup
                label="Which entries to show"
                options={kinds}
                value={field.value}
                onChange={(kind) => {
                  field.onChange(kind);
                  void submit();
                }}
              />
            )}
          />
          <Controller
            control={control}
            name="actions"
            render={({ field }) => <ActionPills value={field.value} onChange={changeActions} />}
          />
          <span className="ml-auto flex gap-2">
            <Button onClick={clear}>Clear filters</Button>
            <Button type="submit" variant="primary" icon="search">
              Show entries
            </Button>
          </span>
        </div>
      </form>
    </Card>
  );
}
