import { IconButton, type IconName } from '@portal/ui';
import type { Layout } from './use-list-view.ts';

export interface LayoutSwitchProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

const layouts: readonly { value: Layout; icon: IconName; label: string }[] = [
  { value: 'cards', icon: 'layout-grid', label: 'Show as cards' },
  { value: 'rows', icon: 'list', label: 'Show as rows' },
];

/** Switches between cards and rows. */
export const LayoutSwitch = ({ layout, onChange }: LayoutSwitchProps) => (
  <div className="flex gap-1">
    {layouts.map(({ value, icon, label }) => (
      <IconButton
        key={value}
        tooltip
        variant={value === layout ? 'secondary' : 'ghost'}
        pressed={value === layout}
        onClick={() => onChange(value)}
        {...{ icon, label }}
      />
    ))}
  </div>
);
