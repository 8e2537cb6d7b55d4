import { Logo } from '../identity/logo.tsx';
import { ProgressBar } from './progress-bar.tsx';

export interface SplashProps {
  label: string;
  value?: number | undefined;
}

/** A full-window loading screen. */
export function Splash({ label, value }: SplashProps) {
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-page">
      <div className="flex w-56 flex-col items-center gap-5">
        <Logo size={44} />
        <div className="progress-sweep w-full">
          <ProgressBar label={label} value={value} />
        </div>
        <p role="status" className="text-secondary">
          {label}
        </p>
      </div>
    </div>
  );
}
