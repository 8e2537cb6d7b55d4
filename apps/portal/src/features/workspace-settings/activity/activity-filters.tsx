import {
  activityGroups,
  displayEmail,
  type ActivityGroup,
  type AuditUser,
  type AuthToken,
  type Member,
  type ServiceAccount,
  type WorkspaceAuditExportQuery,
} from '@portal/contract';
import { Card, ComboboxField, SelectField, type ComboboxOption } from '@portal/ui';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { FilterButtons } from '../../../components/audit-lists.tsx';
import { FieldRow } from '../../../components/form/field-row.tsx';
import { FormDateField } from '../../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { localTimeZone } from '../../../lib/local-days.ts';
import {
  activityFilterSchema,
  groupLabels,
  groupNamed,
  noFilters,
  ofServiceAccount,
  ofUser,
  type FilterValues,
} from './activity-filter-values.ts';

interface ActivityFiltersProps {
  /** Those that the user sees. */
  groups: readonly ActivityGroup[];
  members: readonly Member[];
  /** Users in the entries who are not members. */
  others: readonly AuditUser[];
  serviceAccounts: readonly ServiceAccount[];
  tokens: readonly AuthToken[];
  /** From the URL. */
  values: FilterValues;
  onApply: (values: FilterValues) => void;
}

/** The options, and one for a value from the URL that is not among them. */
const withUnknown = (options: readonly ComboboxOption[], value: string): readonly ComboboxOption[] =>
  value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: `No longer here (${value.slice(-26)})` }];

export function ActivityFilters({
  groups,
  members,
  others,
  serviceAccounts,
  tokens,
  values,
  onApply,
}: ActivityFiltersProps) {
  const { control, getValues, handleSubmit, reset, trigger } = useSchemaForm<FilterValues, WorkspaceAuditExportQuery>(
    activityFilterSchema,
    { values },
  );
  const isInvalid = !activityFilterSchema.safeParse(values).success;
  useEffect(() => {
    if (isInvalid) void trigger();
  }, [isInvalid, trigger]);
  const submit = handleSubmit(() => onApply(getValues()));
  const clear = () => {
    // Also discards values that were chosen but never applied.
    reset(noFilters);
    onApply(noFilters);
  };
  const memberOptions = members.flatMap(({ userId, email, nickname, pending }) =>
    pending ? [] : [{ value: ofUser(userId), label: displayEmail(email), keywords: [nickname] }],
  );
  const otherOptions = others.map(({ userId, email, nickname }) => ({
    value: ofUser(userId),
    label: `${email === null ? `Deleted account (${userId})` : displayEmail(email)} (not a member)`,
    keywords: nickname === null ? [] : [nickname],
  }));
  const serviceAccountOptions = serviceAccounts.map(({ id, name }) => ({
    value: ofServiceAccount(id),
    label: `${name} (service account)`,
  }));
  const groupOptions = [
    { value: '', label: 'Everything' },
    ...groups.map((value) => ({ value, label: groupLabels[value] })),
  ];
  const group = groupNamed(values.what);
  // From a copied address. It shows what selects no entries.
  if (values.what !== '' && !groups.some((each) => each === group))
    groupOptions.push({ value: values.what, label: group ? groupLabels[group] : 'Unknown kind' });
  const date = { control, onEnter: () => void submit() };
  return (
    <Card
      title="Filters"
      description={`Days are in ${localTimeZone}.${groups.length < activityGroups.length ? ' Only the owner sees changes of the owner, of webhooks, by support, and deletions.' : ''}`}
    >
      <form noValidate className="form-rows" onSubmit={(event) => void submit(event)}>
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <Controller
            control={control}
            name="who"
            render={({ field: { onChange, ...field }, fieldState }) => (
              <ComboboxField
                {...field}
                label="Who"
                placeholder="Everyone"
                emptyText="No members match."
                options={withUnknown([...memberOptions, ...serviceAccountOptions, ...otherOptions], field.value)}
                onChange={(value) => onChange(value ?? '')}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="what"
            render={({ field, fieldState }) => (
              <SelectField {...field} label="What" options={groupOptions} error={fieldState.error?.message} />
            )}
          />
          <Controller
            control={control}
            name="token"
            render={({ field: { onChange, ...field }, fieldState }) => (
              <ComboboxField
                {...field}
                label="API token"
                placeholder="With or without"
                emptyText="No API tokens match."
                options={withUnknown(
                  tokens.map(({ id, name }) => ({ value: id, label: name ?? 'Unnamed' })),
                  field.value,
                )}
                onChange={(value) => onChange(value ?? '')}
                error={fieldState.error?.message}
              />
            )}
          />
        </div>
        <FieldRow actions={<FilterButtons onClear={clear} />}>
          <div className="flex-1 @2xl:max-w-44">
            <FormDateField {...date} name="from" label="From" />
          </div>
          <div className="flex-1 @2xl:max-w-44">
            <FormDateField {...date} name="to" label="To" />
          </div>
        </FieldRow>
      </form>
    </Card>
  );
}
