import { IconButton, ToggleGroup } from '@portal/ui';
import { filters, sortOrders, type Filter, type SortOrder } from './list-view.ts';
import type { ListView } from './use-list-view.ts';

/** Longer lists can be shown as rows. */
export const rowLayoutThreshold = 60;

export interface ListToolbarProps {
  view: ListView;
  /** The number of workspaces that each filter selects. */
  counts: Readonly<Record<Filter, number>>;
  /** Whether the list is long enough for rows. */
  hasLayouts: boolean;
  onChange: (changes: Partial<ListView>) => void;
}

const filterNames = Object.keys(filters) as Filter[];
const sortOrderNames = Object.keys(sortOrders) as SortOrder[];

/** Filters and sorts the list, and switches between cards and rows. */
export function ListToolbar({ view, counts, hasLayouts, onChange }: ListToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <ToggleGroup
        label="Which workspaces to show"
        options={filterNames.map((value) => ({ value, label: filters[value], count: counts[value] }))}
        value={view.filter}
        onChange={(filter) => onChange({ filter })}
      />
      <div className="flex items-center gap-2">
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
        {hasLayouts && (
          <>
            <IconButton
              size="sm"
              icon="layout-grid"
              label="Show as cards"
              tooltip
              pressed={view.layout === 'cards'}
              onClick={() => onChange({ layout: 'cards' })}
            />
            <IconButton
              size="sm"
              icon="list"
              label="Show as rows"
              tooltip
              pressed={view.layout === 'rows'}
              onClick={() => onChange({ layout: 'rows' })}
            />
          </>
        )}
      </div>
    </div>
  );
}
