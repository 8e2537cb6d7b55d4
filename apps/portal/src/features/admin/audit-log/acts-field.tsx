import { FilterPill, SearchSelectField } from '@portal/ui';
import { actLabel, actOptions } from './acts.ts';

interface ChosenActs {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Any of several acts: each choice adds one. */
export function ActsField({ value, onChange, error }: ChosenActs & { error: string | undefined }) {
  return (
    <SearchSelectField
      label="Acts"
      placeholder={value.length === 0 ? 'Any' : 'Add another'}
      emptyText="No act matches."
      options={actOptions.filter((option) => !value.includes(option.value))}
      value={null}
      onChange={(action) => {
        if (action !== null) onChange([...value, action]);
      }}
      error={error}
    />
  );
}

/** Those that were chosen, each with the way to take it off. */
export const ActPills = ({ value, onChange }: ChosenActs) =>
  value.map((action) => (
    <FilterPill
      key={action}
      name={actLabel(action)}
      onRemove={() => onChange(value.filter((each) => each !== action))}
    />
  ));
