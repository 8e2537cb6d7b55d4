import { IconButton } from '../button/icon-button.tsx';
import type { MenuEntry, MenuItem } from './menu-popup.tsx';
import { Menu } from './menu.tsx';

export interface RowMenuProps {
  /** Names the row. */
  subject: string;
  /** `false` is no entry. Destructive ones are shown last, with a line above them. */
  items: readonly (MenuEntry | false)[];
  loading?: boolean | undefined;
  /** The id of an element that distinguishes rows of the same name. */
  describedBy?: string | undefined;
}

/** The menu at the right end of a row. Renders nothing without entries. */
export function RowMenu({ subject, items, loading, describedBy }: RowMenuProps) {
  const entries = items.filter((item) => item !== false);
  if (entries.length === 0) return null;
  const harmless = entries.filter(({ destructive }) => !destructive);
  const destructive = entries.filter((entry) => entry.destructive);
  const line: MenuItem[] = harmless.length > 0 && destructive.length > 0 ? ['separator'] : [];
  return (
    <Menu
      items={[...harmless, ...line, ...destructive]}
      trigger={
        <IconButton
          icon="more"
          size="sm"
          label={`Actions for ${subject}`}
          aria-describedby={describedBy}
          loading={loading}
          className="-mr-1.5 text-neutral-icon"
        />
      }
    />
  );
}
