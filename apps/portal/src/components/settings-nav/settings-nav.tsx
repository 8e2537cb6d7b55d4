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

/** As large as the list of the owner. Most users own their workspaces. */
export const SettingsNavSkeleton = () => (
  <div aria-hidden className="settings-nav">
    {settingsLinks({ role: 'OWNER' }).map(({ label }) => (
      <div key={label} className="list-link">
        {/* The label gives the line its width, so that the lines wrap like those of the loaded list. */}
        <span className="relative">
          <Skeleton className="absolute inset-x-0 inset-y-0.5" />
          <span className="invisible">{label}</span>
        </span>
      </div>
    ))}
  </div>
);
