import type { AuditExportQuery } from '@portal/contract';
import { Button, Card, SelectField, ToggleGroup } from '@portal/ui';
import { useEffect, useId, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { FieldRow } from '../../../components/form/field-row.tsx';
import { FormDateField, FormTextField } from '../../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { localTimeZone } from '../../../lib/local-days.ts';
import { ActionPills, ActionsField } from './actions-filter.tsx';
import { anyValue, auditFilterSchema, isOfKind, type FilterValues } from './audit-filter-values.ts';
import { credentialOptions } from './credential-labels.ts';

const kinds = [
  { value: 'actions', label: 'Changes' },
  { value: 'reads', label: 'Staff reads' },
  { value: anyValue, label: 'All' },
];

const credentials = [{ value: anyValue, label: 'Any' }, ...credentialOptions];

export interface AuditFiltersProps {
  /** From the URL. */
  values: FilterValues;
  onApply: (values: Partial<FilterValues>) => void;
}

/** A choice applies at once, a text only on submit: each read of the log writes an audit entry. */
export function AuditFilters({ values, onApply }: AuditFiltersProps) {
  const { control, getValues, handleSubmit, setValue, trigger } = useSchemaForm<FilterValues, AuditExportQuery>(
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
  const kind = useWatch({ control, name: 'kind' });
  const changeActions = (actions: string[]) => {
    setValue('actions', actions);
    void submit();
  };
  const changeKind = (next: string) => {
    setValue('kind', next);
    // Both filters together would match nothing.
    changeActions(getValues('actions').filter((action) => isOfKind(action, next)));
  };
  const [moreShown, setMoreShown] = useState<boolean>();
  // Filters from the URL are visible, unless the user hides them.
  const isMoreShown = moreShown ?? (values.from !== '' || values.to !== '' || values.credential !== anyValue);
  const moreId = useId();
  const date = { control, onEnter: () => void submit() };
  return (
    <Card
      title="Audit log"
      description={`Who did what, to whom and when. Days are in ${localTimeZone}. Reading and downloading the log is also logged.`}
      actions={<ToggleGroup label="Which entries to show" options={kinds} value={kind} onChange={changeKind} />}
    >
      <form noValidate className="form-rows" onSubmit={(event) => void submit(event)}>
        <FieldRow
          actions={
            <>
              <Button aria-expanded={isMoreShown} aria-controls={moreId} onClick={() => setMoreShown(!isMoreShown)}>
                {isMoreShown ? 'Fewer filters' : 'More filters'}
              </Button>
              <Button type="submit" variant="primary" icon="search">
                Show entries
              </Button>
            </>
          }
        >
          <div className="min-w-0 flex-1">
            <FormTextField control={control} name="who" label="Who" placeholder="Email or user ID" autoComplete="off" />
          </div>
          <div className="min-w-0 flex-1">
            <FormTextField
              control={control}
              name="target"
              label="Target"
              placeholder="Email or user ID"
              autoComplete="off"
            />
          </div>
          <div className="min-w-0 flex-1">
            <FormTextField control={control} name="workspace" label="Workspace ID" mono autoComplete="off" />
          </div>
          <div className="min-w-0 flex-1">
            <Controller
              control={control}
              name="actions"
              render={({ field, fieldState }) => (
                <ActionsField
                  kind={kind}
                  value={field.value}
                  onChange={changeActions}
                  error={fieldState.error?.message}
                />
              )}
            />
          </div>
        </FieldRow>
        <Controller
          control={control}
          name="actions"
          render={({ field }) => (
            <div className="flex flex-wrap gap-2 empty:hidden">
              <ActionPills value={field.value} onChange={changeActions} />
            </div>
          )}
        />
        <div id={moreId} hidden={!isMoreShown}>
          <div className="grid items-start gap-3 sm:grid-cols-[repeat(3,minmax(0,12rem))]">
            <FormDateField {...date} name="from" label="From" />
            <FormDateField {...date} name="to" label="To" />
            <Controller
              control={control}
              name="credential"
              render={({ field: { onChange, ...field }, fieldState }) => (
                <SelectField
                  {...field}
                  onChange={(value) => {
                    onChange(value);
                    void submit();
                  }}
                  label="Authenticated with"
                  options={credentials}
                  error={fieldState.error?.message}
                />
              )}
            />
          </div>
        </div>
      </form>
    </Card>
  );
}
