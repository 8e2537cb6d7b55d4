import type { ReactNode } from 'react';
import { Button } from '../../button/button.tsx';
import { IconButton } from '../../button/icon-button.tsx';
import { ProgressBar } from '../../feedback/progress-bar.tsx';
import { Icon } from '../../icon/icon.tsx';
import { Truncate } from '../../text/truncate.tsx';
import { formatBytes } from './format-bytes.ts';
import type { UploadPhase, UploadState } from './chunked-upload.ts';

export interface UploadProgressProps {
  file: File;
  state: UploadState;
  errorText: (cause: unknown) => string;
  pause: () => void;
  resume: () => void;
  clear: () => void;
}

export function UploadProgress({ file, state, errorText, pause, resume, clear }: UploadProgressProps) {
  const { phase, sent, total } = state;
  const percent = total === 0 ? (phase === 'done' ? 100 : 0) : Math.floor((sent / total) * 100);
  const statusTexts: Record<UploadPhase, ReactNode> = {
    uploading: `${formatBytes(sent)} of ${formatBytes(total)}, ${percent} %`,
    paused: `Paused at ${percent} %`,
    failed: <span className="text-error">{errorText(state.cause)}</span>,
    done: `Uploaded, ${formatBytes(total)}`,
    cancelled: 'Cancelled',
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <UploadIcon phase={phase} />
        <div className="min-w-0 flex-1">
          <Truncate translate="no" className="font-medium text-strong">
            {file.name}
          </Truncate>
          {/* Screen readers announce each new phase here, and the progress from the progress bar. */}
          <p role={phase === 'uploading' ? undefined : 'status'} className="text-sm text-secondary tabular-nums">
            {statusTexts[phase]}
          </p>
        </div>
        <div className="flex flex-none gap-1">
          {phase === 'uploading' && <IconButton icon="pause" label="Pause" tooltip onClick={pause} />}
          {phase === 'paused' && <IconButton icon="play" label="Resume" tooltip onClick={resume} />}
          {phase === 'failed' && <Button onClick={resume}>Try again</Button>}
          <IconButton icon="x" label={phase === 'done' ? 'Remove' : 'Cancel'} tooltip onClick={clear} />
        </div>
      </div>
      <ProgressBar label={`Upload of ${file.name}`} value={percent} />
    </div>
  );
}

function UploadIcon({ phase }: { phase: UploadPhase }) {
  if (phase === 'done') return <Icon name="check-circle" size={20} className="text-success-icon" />;
  if (phase === 'failed') return <Icon name="alert-circle" size={20} className="text-error-icon" />;
  return <Icon name="file" size={20} className="text-neutral-icon" />;
}
