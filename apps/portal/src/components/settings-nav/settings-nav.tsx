import type { Workspace } from '@portal/contract';
import { Skeleton } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { settingsLinks, settingsPath, type SettingsLink } from './settings-sections.ts';
import { useCurrentSection } from './use-current-section.ts';

interface SettingsNavProps {
  workspace: Workspace;
}

/** The list at the side of the settings page, which marks the current section. It is above the content in narrow windows. */
export function SettingsNav({ workspace }: SettingsNavProps) {
  const links = settingsLinks(workspace);
  const current = useCurrentSection(links.flatMap(({ sectionId }) => sectionId ?? []));
  return (
    <Navigation>
      {links.map((link) => {
        const { sectionId, label } = link;
        return sectionId ? (
          // Replaces the history entry, so that one step back leaves the settings.
          <Link
            key={label}
            to={`#${sectionId}`}
            replace
            aria-current={sectionId === current ? 'location' : undefined}
            className="list-link"
          >
            {label}
          </Link>
        ) : (
          <Link key={label} to={settingsPath(link, workspace.id)} className="list-link">
            {label}
          </Link>
        );
      })}
    </Navigation>
  );
}

/** The same list on another page of the workspace, by the label of its link. */
export function PageSettingsNav({ workspace, current }: SettingsNavProps & { current: SettingsLink['label'] }) {
  const pathOf = (link: SettingsLink) => (link.label === current ? '' : settingsPath(link, workspace.id));
  return (
    <Navigation>
      {settingsLinks(workspace).map((link) => (
        <Link
          key={link.label}
          to={pathOf(link)}
          aria-current={link.label === current ? 'page' : undefined}
          className="list-link"
        >
          {link.label}
        </Link>
      ))}
    </Navigation>
  );
}

const Navigation = ({ children }: { children: ReactNode }) => (
  <nav aria-label="Workspace settings" className="settings-nav">
    {children}
  </nav>
);

/** Has the height of the list, whose links depend on the role of the user. */
export function SettingsNavSkeleton() {
  return (
    <div className="settings-nav">
      {[1, 2, 3, 4, 5, 6].map((position) => (
        <div key={position} className="px-3 py-2">
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
