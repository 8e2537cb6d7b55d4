import { PageTitle, SearchBox } from '@portal/ui';
import { useState, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { hasSearchShortcut } from '../../lib/search-shortcut.ts';
import { AuditLog } from './audit-log/audit-log.tsx';
import { AccountQuarantine, Suspensions } from './account-locks/account-lock-sections.tsx';
import { CreateProductionWorkspace } from './create-production-workspace.tsx';
import { AdminHome } from './home/admin-home.tsx';
import { moveFocusWithArrowKeys, textOfEnter } from './search/search-keys.ts';
import { SearchResults } from './search/search-results.tsx';
import { SignUpReport } from './sign-ups/sign-up-report.tsx';
import { useSearchQuery } from './search/search-query.ts';
import { UserAccounts } from './account-locks/user-accounts.tsx';
import { WorkspaceOwner } from './workspace-owner.tsx';
import { WorkspaceQuarantine } from './account-locks/workspace-quarantine.tsx';

/** Each search writes an audit entry, so a search starts only when the user stops typing. */
const searchDelayMs = 300;

interface AdminSection {
  /** The value of the `section` query parameter. */
  readonly key: string;
  readonly label: string;
  readonly Section: ComponentType;
}

const homeSection: AdminSection = { key: 'search', label: 'Home', Section: AdminHome };

interface SectionGroup {
  readonly label: string;
  /** In the order of the specification, section 2, "Workspace admin page". */
  readonly sections: readonly [AdminSection, ...AdminSection[]];
}

const groups: readonly SectionGroup[] = [
  { label: 'Home', sections: [homeSection] },
  {
    label: 'Restrictions',
    sections: [
      { key: 'account-quarantine', label: 'Account quarantine', Section: AccountQuarantine },
      { key: 'workspace-quarantine', label: 'Workspace quarantine', Section: WorkspaceQuarantine },
      { key: 'suspensions', label: 'Suspensions', Section: Suspensions },
    ],
  },
  { label: 'Signups', sections: [{ key: 'sign-ups', label: 'Signups', Section: SignUpReport }] },
  { label: 'Audit log', sections: [{ key: 'audit-log', label: 'Audit log', Section: AuditLog }] },
  {
    label: 'Actions',
    sections: [
      { key: 'create-workspace', label: 'Create workspace', Section: CreateProductionWorkspace },
      { key: 'user-accounts', label: 'User accounts', Section: UserAccounts },
      { key: 'workspace-owner', label: 'Workspace owner', Section: WorkspaceOwner },
    ],
  },
];

const sections = groups.flatMap((group) => group.sections);

const sectionPath = ({ key }: AdminSection) => `${paths.workspaceAdmin}?section=${key}`;

export function AdminSections() {
  const [searchParams] = useSearchParams();
  const { query, typed, search } = useSearchQuery();
  const isSearching = query !== '';
  /** The text for which Enter was pressed, until the user goes on. */
  const [enteredText, setEnteredText] = useState<string>();
  const {
    key: current,
    label,
    Section,
  } = sections.find(({ key }) => key === searchParams.get('section')) ?? homeSection;
  const shownKey = isSearching ? homeSection.key : current;
  useDocumentTitle(isSearching ? `“${query}”` : label);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the handlers serve the search box and the links inside
    <div
      className="grid grid-cols-1 gap-6"
      onKeyDown={(event) => {
        moveFocusWithArrowKeys(event);
        setEnteredText(textOfEnter(event));
      }}
      onChange={() => setEnteredText(undefined)}
      onBlur={() => setEnteredText(undefined)}
    >
      <PageTitle
        title="Admin"
        subtitle="All actions and lookups here are logged."
        actions={
          <SearchBox
            // Another section discards a search that has not started yet.
            key={current}
            label="Search users and workspaces"
            placeholder="Search users and workspaces..."
            value={typed}
            onSearch={search}
            debounceMs={searchDelayMs}
            hasShortcut={hasSearchShortcut()}
            className="w-96"
          />
        }
      />
      <SectionNav shownKey={shownKey} />
      {isSearching ? (
        <SearchResults query={query} opensFirst={enteredText === query} onOpened={() => setEnteredText(undefined)} />
      ) : (
        <Section key={current} />
      )}
    </div>
  );
}

/** The groups of sections, and below them the sections of the shown group. */
function SectionNav({ shownKey }: { shownKey: string }) {
  const isShown = (section: AdminSection) => section.key === shownKey;
  const shownSections = groups.find((group) => group.sections.some(isShown))?.sections ?? [];
  return (
    <nav aria-label="Admin sections" className="grid gap-2">
      <div className="section-tabs">
        {groups.map(({ label, sections: ofGroup }) => (
          <Link
            key={label}
            to={sectionPath(ofGroup[0])}
            className="section-tab"
            aria-current={ofGroup.some(isShown) ? (ofGroup.length === 1 ? 'page' : true) : undefined}
          >
            {label}
          </Link>
        ))}
      </div>
      {shownSections.length > 1 && (
        // The names, not the background of the shown one, are aligned with the page.
        <div className="-mx-3 flex flex-wrap gap-1">
          {shownSections.map((section) => (
            <Link
              key={section.key}
              to={sectionPath(section)}
              className="list-link"
              aria-current={isShown(section) ? 'page' : undefined}
            >
              {section.label}
            </Link>
          ))}
        </div>
      )}
    </nav>
  );
}
