import { Button, ThemeToggle } from '@portal/ui';
import type { ReactNode } from 'react';
import { useSettings } from '../../settings/settings-context.ts';
import { useTheme } from '../theme/theme-context.ts';

/**
 * Stays at the foot of the window, so that it moves nowhere while a page loads.
 * The link to the legal page is the caller's: with a router or without.
 */
export function Footer({ legal }: { legal: ReactNode }) {
  const { productName, supportEmail } = useSettings();
  return (
    <footer className="sticky bottom-0 z-10 mt-4 flex h-12 items-center gap-6 border-t border-line bg-page pr-8 pl-4 text-sm text-secondary print:hidden">
      <ThemeChoice />
      <span className="flex-1" />
      <a href={`mailto:${supportEmail}`} className="quiet-link">
        Help
      </a>
      {legal}
      <span>
        © {new Date().getFullYear()} {productName}
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
