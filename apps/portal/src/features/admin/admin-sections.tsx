import { PageTitle, SearchBox } from '@portal/ui';
import { useState, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { hasSearchShortcut } from '../../lib/search-shortcut.ts';
import { AuditLog } from './audit-log/audit-log.tsx';
import { AccountQuarantine, Suspensions } from './account-locks/account-lock-sections.tsx';
import { CreateProductionWorkspace } from './create-production-workspace.tsx';
import { RecentUsers } from './search/recent-users.tsx';
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

const searchSection: AdminSection = { key: 'search', label: 'Search', Section: RecentUsers };

/** After the search, the first seven are in the order of the specification, section 2, "Workspace admin page". */
const sections: readonly AdminSection[] = [
  searchSection,
  { key: 'create-workspace', label: 'Create workspace', Section: CreateProductionWorkspace },
  { key: 'user-accounts', label: 'User accounts', Section: UserAccounts },
  { key: 'account-quarantine', label: 'Account quarantine', Section: AccountQuarantine },
  { key: 'workspace-quarantine', label: 'Workspace quarantine', Section: WorkspaceQuarantine },
  { key: 'suspensions', label: 'Suspensions', Section: Suspensions },
  { key: 'workspace-owner', label: 'Workspace owner', Section: WorkspaceOwner },
  { key: 'sign-ups', label: 'Signups', Section: SignUpReport },
  { key: 'audit-log', label: 'Audit log', Section: AuditLog },
];

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
  } = sections.find(({ key }) => key === searchParams.get('section')) ?? searchSection;
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
      <nav aria-label="Admin sections" className="section-tabs">
        {sections.map((section) => (
          <Link
            key={section.key}
            to={`${paths.workspaceAdmin}?section=${section.key}`}
            className="section-tab"
            aria-current={section.key === (isSearching ? searchSection.key : current) ? 'page' : undefined}
          >
            {section.label}
          </Link>
        ))}
      </nav>
      {isSearching ? (
        <SearchResults query={query} opensFirst={enteredText === query} onOpened={() => setEnteredText(undefined)} />
      ) : (
        <Section key={current} />
      )}
    </div>
  );
}
