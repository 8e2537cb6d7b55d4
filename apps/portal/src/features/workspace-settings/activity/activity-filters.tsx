import {
  displayEmail,
  type ActivityGroup,
  type AuditUser,
  type AuthToken,
  type Member,
  type ServiceAccount,
} from '@portal/contract';
import { ComboboxField, InputField, SelectField, type ComboboxOption } from '@portal/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  activityFilterSchema,
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
  onApply: (changes: Partial<FilterValues>) => void;
}

/** A day is applied when it is complete for this long, or when the user leaves its field. */
const typingPauseMs = 400;

/** The options, and one for a value from the URL that is not among them. */
const withUnknown = (options: readonly ComboboxOption[], value: string): readonly ComboboxOption[] =>
  value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: `No longer here (${value.slice(-26)})` }];

/** The errors by the name of their filter. */
const errorsOf = (values: FilterValues) =>
  new Map(
    activityFilterSchema.safeParse(values).error?.issues.map(({ path: [name], message }) => [name, message] as const),
  );

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
  const shown = `${values.from} ${values.to}`;
  const [days, setDays] = useState({ shown, from: values.from, to: values.to });
  if (days.shown !== shown) setDays({ shown, from: values.from, to: values.to });
  const { from, to } = days;
  const [isTyping, setTyping] = useState(false);
  const errors = errorsOf({ ...values, from, to });
  const applyDays = () => {
    const isChanged = from !== values.from || to !== values.to;
    if (isChanged && !errors.has('from') && !errors.has('to')) onApply({ from, to });
  };
  // Picking a day in the calendar does not leave the field.
  const applyLatest = useEffectEvent(applyDays);
  useEffect(() => {
    const timer = setTimeout(applyLatest, typingPauseMs);
    return () => clearTimeout(timer);
  }, [from, to]);
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
  const dayField = (name: 'from' | 'to', label: string) => (
    <InputField
      kind="date"
      name={name}
      label={label}
      autoComplete="off"
      value={days[name] || null}
      error={isTyping ? undefined : errors.get(name)}
      onChange={(day) => {
        // A complete day can also be picked in the calendar, which does not have the focus of the field.
        setTyping(day !== null && day.length < 'YYYY-MM-DD'.length);
        setDays({ ...days, [name]: day ?? '' });
      }}
      onBlur={() => {
        setTyping(false);
        applyDays();
      }}
    />
  );
  return (
    <div role="group" aria-label="Filters" className="activity-filters">
      <ComboboxField
        name="who"
        label="Who"
        placeholder="Everyone"
        emptyText="No members match."
        options={withUnknown([...memberOptions, ...serviceAccountOptions, ...otherOptions], values.who)}
        value={values.who}
        error={errors.get('who')}
        onChange={(who) => onApply({ who: who ?? '' })}
      />
      <SelectField
        name="what"
        label="What"
        options={groupOptions}
        value={values.what}
        onChange={(what) => onApply({ what })}
      />
      <ComboboxField
        name="token"
        label="API token"
        placeholder="Any or none"
        emptyText="No API tokens match."
        options={withUnknown(
          tokens.map(({ id, name }) => ({ value: id, label: name ?? 'Unnamed' })),
          values.token,
        )}
        value={values.token}
        error={errors.get('token')}
        onChange={(token) => onApply({ token: token ?? '' })}
      />
      {dayField('from', 'From')}
      {dayField('to', 'To')}
    </div>
  );
}
