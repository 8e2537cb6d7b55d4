import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { toneBoxClasses, type Tone } from './tones.ts';

export interface BadgeProps {
  children: ReactNode;
  tone?: Tone | undefined;
  icon?: IconName | undefined;
}

export function Badge({ children, tone = 'neutral', icon }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-5 max-w-full items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap ${toneBoxClasses[tone]}`}
    >
      {icon && <Icon name={icon} size={12} />}
      <span className="truncate">{children}</span>
    </span>
  );
}
