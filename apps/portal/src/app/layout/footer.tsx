import { Button, ThemeToggle } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { SiteLink } from '../../components/site-link.tsx';
import { useSettings } from '../../lib/settings-context.ts';
import { useTheme } from '../theme/theme-context.ts';

/** The caller passes the legal link, because the login page has no router. */
export function Footer({ legal }: { legal: ReactNode }) {
  const { productName, supportEmail, docsUrl, statusUrl } = useSettings();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="mt-4 border-t border-line text-sm text-secondary print:hidden">
      <div className="mx-auto flex min-h-12 page-gutter max-w-[74rem] flex-wrap items-center gap-x-6 gap-y-1 py-1">
        <ThemeControls />
        <span className="flex-1" />
        <a href={`mailto:${supportEmail}`} className="quiet-link">
          Help
        </a>
        {docsUrl && (
          <SiteLink url={docsUrl} className="quiet-link">
            Documentation
          </SiteLink>
        )}
        {statusUrl && (
          <SiteLink url={statusUrl} className="quiet-link">
            Status
          </SiteLink>
        )}
        {legal}
        <span>
          © {year} {productName}
        </span>
      </div>
    </footer>
  );
}

function ThemeControls() {
  const { theme, isChosen, choose } = useTheme();
  return (
    <div className="flex items-center gap-1">
      <div className="theme-toggle">
        <ThemeToggle theme={theme} onChange={choose} size="sm" />
      </div>
      {isChosen && (
        <Button variant="ghost" size="sm" onClick={() => choose(null)}>
          Use system theme
        </Button>
      )}
    </div>
  );
}
