import { Button, ThemeToggle } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { useSettings } from '../../lib/settings-context.ts';
import { useTheme } from '../theme/theme-context.ts';

/** Sticks to the bottom of the window. The caller passes the legal link, because the login page has no router. */
export function Footer({ legal }: { legal: ReactNode }) {
  const { productName, supportEmail } = useSettings();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="bottom-0 z-10 mt-4 flex min-h-12 flex-wrap items-center gap-x-6 border-t border-line bg-page px-4 text-sm text-secondary sm:sticky sm:pr-8 print:hidden">
      <ThemeControls />
      <span className="flex-1" />
      <a href={`mailto:${supportEmail}`} className="quiet-link">
        Help
      </a>
      {legal}
      <span>
        © {year} {productName}
      </span>
    </footer>
  );
}

function ThemeControls() {
  const { theme, isChosen, choose } = useTheme();
  return (
    <div className="flex items-center gap-1">
      <ThemeToggle theme={theme} onChange={choose} />
      {isChosen && (
        <Button variant="ghost" size="sm" onClick={() => choose(null)}>
          Use system theme
        </Button>
      )}
    </div>
  );
}
