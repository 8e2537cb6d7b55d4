import { FilterPill, ComboboxField } from '@portal/ui';
import { actionLabel, actionOptions } from './actions.tsx';

interface ActionsFilterProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

export function ActionsField({ value, onChange, error }: ActionsFilterProps & { error: string | undefined }) {
  return (
    <ComboboxField
      label="Actions"
      placeholder={value.length === 0 ? 'Any' : 'Add another'}
      emptyText="No actions match."
      options={actionOptions.filter((option) => !value.includes(option.value))}
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
