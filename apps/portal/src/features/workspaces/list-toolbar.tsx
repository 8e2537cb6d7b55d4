import { Icon, ToggleGroup } from '@portal/ui';
import { filters, sortOrders, type Filter, type SortOrder } from './list-view.ts';
import type { ListView } from './use-list-view.ts';

export interface ListToolbarProps {
  view: ListView;
  /** The number of workspaces that each filter selects. */
  counts: Readonly<Record<Filter, number>>;
  onChange: (changes: Partial<ListView>) => void;
}

const filterNames = Object.keys(filters) as Filter[];
const sortOrderNames = Object.keys(sortOrders) as SortOrder[];

/** Filters and sorts the list. */
export function ListToolbar({ view, counts, onChange }: ListToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <ToggleGroup
        label="Which workspaces to show"
        options={filterNames.map((value) => ({ value, label: filters[value], count: counts[value] }))}
        value={view.filter}
        onChange={(filter) => onChange({ filter })}
      />
      <div className="relative">
        <select
          aria-label="Sort by"
          className="form-control form-select h-7 w-36 px-2 text-sm"
          value={view.order}
          onChange={({ target }) => onChange({ order: sortOrderNames[target.selectedIndex] ?? 'default' })}
        >
          {sortOrderNames.map((name) => (
            <option key={name} value={name}>
              {sortOrders[name]}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          size={14}
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-neutral-icon"
        />
      </div>
    </div>
  );
}
