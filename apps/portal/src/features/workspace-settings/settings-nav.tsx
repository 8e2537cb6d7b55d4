import type { Workspace } from '@portal/contract';
import { Skeleton } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { settingsLinks } from './settings-sections.ts';
import { useCurrentSection } from './use-current-section.ts';

/** The list of the sections, which marks the current one. It is above the content in narrow windows. */
export function SettingsNav({ workspace }: { workspace: Workspace }) {
  const links = settingsLinks(workspace);
  const current = useCurrentSection(links.flatMap(({ sectionId }) => sectionId ?? []));
  return (
    <nav aria-label="Workspace settings" className="settings-nav">
      {links.map(({ sectionId, label }) =>
        sectionId ? (
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
          <Link key={label} to={paths.workspaceApiTokens(workspace.id)} className="list-link">
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}

/** Has the height of the list, whose links depend on the role of the user. */
export function SettingsNavSkeleton() {
  return (
    <div className="settings-nav">
      {[1, 2, 3, 4].map((position) => (
        <div key={position} className="px-3 py-2">
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
