import { Button, ThemeToggle } from '@portal/ui';
import type { ReactNode } from 'react';
import { useSettings } from '../../settings/settings-context.ts';
import { useTheme } from '../theme/theme-context.ts';

/** The link to the legal page is the caller's: with a router or without. */
export function Footer({ legal }: { legal: ReactNode }) {
  const { productName, supportEmail } = useSettings();
  return (
    <footer className="mt-8 flex h-14 items-center gap-6 border-t border-line pr-8 pl-4 text-sm text-secondary">
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
