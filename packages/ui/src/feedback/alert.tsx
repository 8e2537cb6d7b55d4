import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { CopyButton } from '../text/copy-button.tsx';
import { toneBoxClasses, toneIcons, toneIconClasses, type Tone } from './tones.ts';

export interface AlertProps {
  message: ReactNode;
  tone?: Exclude<Tone, 'action'> | undefined;
  title?: ReactNode;
  requestId?: string | undefined;
  action?: ReactNode;
}

/** A message box for errors, warnings and information. */
export function Alert({ message, tone = 'destructive', title, requestId, action }: AlertProps) {
  const urgent = tone === 'destructive' || tone === 'warning';
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={`flex gap-3 rounded-lg border p-3 pl-3.5 ${toneBoxClasses[tone]}`}
    >
      <Icon name={toneIcons[tone]} size={18} className={`${action ? 'mt-1.25' : 'mt-px'} ${toneIconClasses[tone]}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {/* One line is as high as a small button. */}
        <div className={`min-w-0 flex-1 basis-60 wrap-anywhere ${action ? 'py-1' : ''}`}>
          {title && <p className="font-semibold">{title}</p>}
          <p>{message}</p>
          {requestId && (
            <p className="mt-1 flex flex-wrap items-center gap-x-1 text-xs">
              Request ID:
              <span translate="no" className="font-mono select-all">
                {requestId}
              </span>
              <CopyButton text={requestId} label="Copy request ID" />
            </p>
          )}
        </div>
        {action && <div className="flex max-w-full flex-none flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
