import type { ReactNode } from 'react';
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';

export interface Tab<V extends string = string> {
  value: V;
  label: ReactNode;
  icon?: IconName | undefined;
  disabled?: boolean | undefined;
  content: ReactNode;
}

export interface TabsProps<V extends string = string> {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
}

const tabClasses =
  'inline-flex h-9 items-center gap-2 border-b-2 border-transparent px-1 font-medium whitespace-nowrap ' +
  'text-secondary transition-colors select-none hover:not-data-disabled:text-strong ' +
  'data-active:border-(--action-icon) data-active:text-strong data-disabled:opacity-50 focus-visible:rounded-sm focus-visible:-outline-offset-2';

export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: V) => onChange(next)}>
      {/* The names, not their focus rings, are aligned with the page. */}
      <div className="shadow-[inset_0_-1px_var(--shade-border)]">
        <BaseTabs.List
          aria-label={label}
          activateOnFocus
          className="-mx-1 flex gap-x-5 overflow-x-auto max-sm:flex-wrap"
        >
          {tabs.map((tab) => (
            <BaseTabs.Tab key={tab.value} value={tab.value} disabled={tab.disabled} className={tabClasses}>
              {tab.icon && <Icon name={tab.icon} />}
              <span>{tab.label}</span>
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
      </div>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="rounded-sm pt-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
