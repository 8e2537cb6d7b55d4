import { Button, ThemeToggle } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { useSettings } from '../../settings/settings-context.ts';
import { useTheme } from '../theme/theme-context.ts';

/**
 * Stays at the foot of the window, so that it moves nowhere while a page loads.
 * The link to the legal page is the caller's: with a router or without.
 */
export function Footer({ legal }: { legal: ReactNode }) {
  const { productName, supportEmail } = useSettings();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="bottom-0 z-10 mt-4 flex min-h-12 flex-wrap items-center gap-x-6 border-t border-line bg-page px-4 text-sm text-secondary sm:sticky sm:pr-8 print:hidden">
      <ThemeChoice />
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

function ThemeChoice() {
  const { theme, chosen, choose } = useTheme();
  return (
    <div className="flex items-center gap-1">
      <ThemeToggle theme={theme} onChange={choose} />
      {chosen && (
        <Button variant="ghost" size="sm" onClick={() => choose(null)}>
          Use the system’s theme
        </Button>
      )}
    </div>
  );
}
