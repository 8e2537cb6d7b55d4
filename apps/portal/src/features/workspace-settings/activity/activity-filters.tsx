import {
  displayEmail,
  type ActivityGroup,
  type AuditUser,
  type AuthToken,
  type Member,
  type ServiceAccount,
  type WorkspaceAuditExportQuery,
} from '@portal/contract';
import { ComboboxField, SelectField, type ComboboxOption } from '@portal/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { FormDateField } from '../../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import {
  activityFilterSchema,
  filterNames,
  groupLabels,
  groupNamed,
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

/** A day is applied when it is complete for this long, or when the user leaves its field. */
const typingPauseMs = 400;

/** The options, and one for a value from the URL that is not among them. */
const withUnknown = (options: readonly ComboboxOption[], value: string): readonly ComboboxOption[] =>
  value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: `No longer here (${value.slice(-26)})` }];

const keyOf = (values: FilterValues) => JSON.stringify(filterNames.map((name) => values[name].trim()));

/** Each filter is applied when it is chosen, so that the entries and their downloads are always those of the filters. */
export function ActivityFilters({
  groups,
  members,
  others,
  serviceAccounts,
  tokens,
  values,
  onApply,
}: ActivityFiltersProps) {
  const { control, getValues, handleSubmit, reset, trigger, watch } = useSchemaForm<
    FilterValues,
    WorkspaceAuditExportQuery
  >(activityFilterSchema, { defaultValues: values });
  const shownKey = keyOf(values);
  // The choices that are on their way to the address. It may show one when the next has been made, which must not be undone then.
  const sentKeys = useRef<readonly string[]>([]);
  const showAddress = useEffectEvent(() => {
    const index = sentKeys.current.indexOf(shownKey);
    sentKeys.current = sentKeys.current.slice(index + 1);
    if (index === -1) reset(values);
  });
  useEffect(() => showAddress(), [shownKey]);
  const isInvalid = !activityFilterSchema.safeParse(values).success;
  useEffect(() => {
    if (isInvalid) void trigger();
  }, [isInvalid, trigger]);
  const send = () => {
    const chosen = getValues();
    const key = keyOf(chosen);
    if (key === (sentKeys.current.at(-1) ?? shownKey)) return;
    sentKeys.current = [...sentKeys.current, key];
    onApply(chosen);
  };
  const apply = () => {
    if (keyOf(getValues()) !== shownKey) void handleSubmit(send)();
  };
  // Picking a day in the calendar does not leave the field.
  const days = watch(['from', 'to']).join();
  const applyLatest = useEffectEvent(() => {
    if (activityFilterSchema.safeParse(getValues()).success) apply();
  });
  useEffect(() => {
    const timer = setTimeout(applyLatest, typingPauseMs);
    return () => clearTimeout(timer);
  }, [days]);
  const memberOptions = members.flatMap(({ userId, email, nickname, pending }) =>
    pending ? [] : [{ value: ofUser(userId), label: `${nickname} (${displayEmail(email)})` }],
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
  const date = { control, onEnter: apply };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handler serves the fields inside
    <form
      noValidate
      aria-label="Filters"
      className="activity-filters"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      onBlur={apply}
    >
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
            onChange={(value) => {
              onChange(value ?? '');
              apply();
            }}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="what"
        render={({ field: { onChange, ...field }, fieldState }) => (
          <SelectField
            {...field}
            label="What"
            options={groupOptions}
            onChange={(value) => {
              onChange(value);
              apply();
            }}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="token"
        render={({ field: { onChange, ...field }, fieldState }) => (
          <ComboboxField
            {...field}
            label="API token"
            placeholder="Any or none"
            emptyText="No API tokens match."
            options={withUnknown(
              tokens.map(({ id, name }) => ({ value: id, label: name ?? 'Unnamed' })),
              field.value,
            )}
            onChange={(value) => {
              onChange(value ?? '');
              apply();
            }}
            error={fieldState.error?.message}
          />
        )}
      />
      <FormDateField {...date} name="from" label="From" />
      <FormDateField {...date} name="to" label="To" />
    </form>
  );
}
