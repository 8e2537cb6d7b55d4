import { Icon, moveFocusOnUnmount, type IconName } from '@portal/ui';
import type { ReactElement, ReactNode } from 'react';

const iconClasses = {
  destructive: 'text-destructive-icon',
  warning: 'text-warning-icon',
  info: 'text-info-icon',
};

export interface NeedRowProps {
  /** The icon, or what stands in its place. */
  icon: IconName | ReactElement;
  tone?: keyof typeof iconClasses;
  children: ReactNode;
  /** The buttons. */
  action: ReactNode;
  /** The result of the action, below. */
  result?: ReactNode;
}

/** One thing that needs the user. */
export function NeedRow({ icon, tone = 'info', children, action, result }: NeedRowProps) {
  return (
    <li ref={moveFocusOnUnmount} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <span className="flex w-7 flex-none justify-center">
        {typeof icon === 'string' ? <Icon name={icon} size={20} className={iconClasses[tone]} /> : icon}
      </span>
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">{children}</div>
      <div className="ml-auto flex max-w-full flex-wrap gap-2">{action}</div>
      {result && <div className="basis-full empty:hidden">{result}</div>}
    </li>
  );
}

/** What it is about. */
export const Sentence = ({ children }: { children: ReactNode }) => (
  <p className="font-medium text-strong">{children}</p>
);

/** When, and what happens next. */
export const Detail = ({ children }: { children: ReactNode }) => <p className="text-sm text-secondary">{children}</p>;
