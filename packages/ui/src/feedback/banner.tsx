import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { toneBoxClasses, toneIcons, toneIconClasses, type Tone } from './tones.ts';

export interface BannerProps {
  children: ReactNode;
  tone?: Tone | undefined;
  actions?: ReactNode;
}

/** A message across the full width of the page. */
export function Banner({ children, tone = 'warning', actions }: BannerProps) {
  return (
    <div role="status" className={`border-b ${toneBoxClasses[tone]}`}>
      <div className="mx-auto flex min-h-11 page-gutter max-w-[74rem] flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <Icon name={toneIcons[tone]} className={toneIconClasses[tone]} />
        <div className="min-w-0 flex-1 basis-70 wrap-anywhere">{children}</div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </div>
  );
}
