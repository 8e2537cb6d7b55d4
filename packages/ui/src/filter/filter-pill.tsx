import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { Tooltip } from '../overlay/tooltip.tsx';

export interface FilterPillProps {
  name: string;
  icon?: IconName | undefined;
  onRemove: () => void;
  removeLabel?: string | undefined;
}

const maxNameLength = 40;

/** Counts grapheme clusters, so an emoji or a combined letter is never split. */
export function truncateName(name: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  return letters.length <= maxNameLength ? name : `${letters.slice(0, maxNameLength).join('')}...`;
}

/** An active filter with a button that removes it. */
export function FilterPill({ name, icon, onRemove, removeLabel = `Remove filter ${name}` }: FilterPillProps) {
  const shownName = truncateName(name);
  return (
    <Tooltip content={name} disabled={shownName === name} repeatsLabel>
      <span className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-[0.875rem] border border-action bg-action pr-1 pl-2.5 text-sm font-medium text-action">
        {icon && <Icon name={icon} size={14} className="text-action-icon" />}
        <span className="truncate">{shownName}</span>
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
