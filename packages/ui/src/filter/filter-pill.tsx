import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { Tooltip } from '../overlay/tooltip.tsx';

export interface FilterPillProps {
  name: string;
  icon?: IconName | undefined;
  onRemove: () => void;
  removeLabel?: string | undefined;
}

const longestName = 40;

/** Whole letters only: what a reader sees as one is never cut in two. */
export function cutName(name: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  return letters.length <= longestName ? name : `${letters.slice(0, longestName).join('')}...`;
}

/** A filter that is on, and the way to take it off. */
export function FilterPill({ name, icon, onRemove, removeLabel = `Remove the filter ${name}` }: FilterPillProps) {
  const shown = cutName(name);
  return (
    <Tooltip content={name} disabled={shown === name} names>
      <span className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-[0.875rem] border border-action bg-action pr-1 pl-2.5 text-sm font-medium text-action">
        {icon && <Icon name={icon} size={14} className="text-action-icon" />}
        <span className="truncate">{shown}</span>
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="grid size-6 flex-none place-items-center rounded-[0.75rem] text-action-icon hover:bg-hover"
        >
          <Icon name="x" size={14} />
        </button>
      </span>
    </Tooltip>
  );
}
