import { FilterPill, ComboboxField } from '@portal/ui';
import { actionLabel, actionOptions } from '../../../components/audit-actions.tsx';
import { isOfKind } from './audit-filter-values.ts';

interface ActionsFilterProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

interface ActionsFieldProps extends ActionsFilterProps {
  /** The kind of the shown entries. Only its actions can be chosen. */
  kind: string;
  error: string | undefined;
}

const emptyTexts: Readonly<Record<string, string>> = {
  actions: 'No changes match. Staff reads are under “All”.',
  reads: 'No staff reads match. Changes are under “All”.',
};

export function ActionsField({ kind, value, onChange, error }: ActionsFieldProps) {
  return (
    <ComboboxField
      label="Actions"
      placeholder={value.length === 0 ? 'Any' : 'Add another'}
      emptyText={emptyTexts[kind] ?? 'No actions match.'}
      options={actionOptions.filter((option) => !value.includes(option.value) && isOfKind(option.value, kind))}
      value={null}
      onChange={(action) => {
        if (action !== null) onChange([...value, action]);
      }}
      error={error}
    />
  );
}

export const ActionPills = ({ value, onChange }: ActionsFilterProps) =>
  value.map((action) => (
    <FilterPill
      key={action}
      name={actionLabel(action)}
      onRemove={() => onChange(value.filter((other) => other !== action))}
    />
  ));
