import { PageTitle, SearchBox } from '@portal/ui';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { paths } from '../../navigation/paths.ts';
import { AuditLog } from './audit-log/audit-log.tsx';
import { AccountQuarantine } from './lock-outs/account-quarantine.tsx';
import { followArrows } from './search/arrow-keys.ts';
import { CreateProductionWorkspace } from './create-production-workspace.tsx';
import { SearchResults } from './search/search-results.tsx';
import { SignUpReport } from './sign-ups/sign-up-report.tsx';
import { useSoughtInAddress } from './search/sought-in-address.ts';
import { Suspensions } from './lock-outs/suspensions.tsx';
import { UserAccounts } from './user-accounts/user-accounts.tsx';
import { WorkspaceOwner } from './workspace-owner/workspace-owner.tsx';
import { WorkspaceQuarantine } from './lock-outs/workspace-quarantine.tsx';

/** Each search is a line of the audit log: half a word is none yet. */
const settled = 300;

interface AdminSection {
  /** How the address names it. */
  readonly key: string;
  readonly label: string;
  readonly Section: ComponentType;
}

const firstSection: AdminSection = {
  key: 'create-workspace',
  label: 'Create workspace',
  Section: CreateProductionWorkspace,
};

/** The first seven in the order of the specification, section 2, "Workspace admin page". */
const sections: readonly AdminSection[] = [
  firstSection,
  { key: 'user-accounts', label: 'User accounts', Section: UserAccounts },
  { key: 'account-quarantine', label: 'Account quarantine', Section: AccountQuarantine },
  { key: 'workspace-quarantine', label: 'Workspace quarantine', Section: WorkspaceQuarantine },
  { key: 'suspensions', label: 'Suspensions', Section: Suspensions },
  { key: 'workspace-owner', label: 'Workspace owner', Section: WorkspaceOwner },
  { key: 'sign-ups', label: 'Signup report', Section: SignUpReport },
  { key: 'audit-log', label: 'Audit log', Section: AuditLog },
];

export function AdminSections() {
  const [search] = useSearchParams();
  const { sought, typed, search: seek } = useSoughtInAddress();
  const searching = sought !== '';
  const { key: current, label, Section } = sections.find(({ key }) => key === search.get('section')) ?? firstSection;
  usePageSubject(searching ? `“${sought}”` : label);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of what is in it
    <div className="grid grid-cols-1 gap-6" onKeyDown={followArrows}>
      <PageTitle
        title="Admin"
        subtitle="Every act and every look-up on this page is in the audit log."
        actions={
          <SearchBox
            // What was about to be searched for is left behind with the section.
            key={current}
            label="Search users and workspaces"
            placeholder="Search users and workspaces..."
            value={typed}
            onSearch={seek}
            delay={settled}
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
            aria-current={section.key === current && !searching ? 'page' : undefined}
          >
            {section.label}
          </Link>
        ))}
      </nav>
      {searching ? <SearchResults sought={sought} /> : <Section key={current} />}
    </div>
  );
}
