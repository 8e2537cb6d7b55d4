import { PageTitle } from '@portal/ui';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../../navigation/link.tsx';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { paths } from '../../navigation/paths.ts';
import { AccountQuarantine } from './account-quarantine.tsx';
import { CreateProductionWorkspace } from './create-production-workspace.tsx';
import { SignUpReport } from './sign-up-report.tsx';
import { Suspensions } from './suspensions.tsx';
import { UserAccounts } from './user-accounts.tsx';
import { WorkspaceOwner } from './workspace-owner.tsx';
import { WorkspaceQuarantine } from './workspace-quarantine.tsx';

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

/** In the order of the specification, section 2, "Workspace admin page". */
const sections: readonly AdminSection[] = [
  firstSection,
  { key: 'user-accounts', label: 'User accounts', Section: UserAccounts },
  { key: 'account-quarantine', label: 'Account quarantine', Section: AccountQuarantine },
  { key: 'workspace-quarantine', label: 'Workspace quarantine', Section: WorkspaceQuarantine },
  { key: 'suspensions', label: 'Suspensions', Section: Suspensions },
  { key: 'workspace-owner', label: 'Workspace owner', Section: WorkspaceOwner },
  { key: 'sign-ups', label: 'Signup report', Section: SignUpReport },
];

export function AdminSections() {
  const [search] = useSearchParams();
  const { key: current, label, Section } = sections.find(({ key }) => key === search.get('section')) ?? firstSection;
  usePageSubject(label);
  return (
    <div className="grid gap-6">
      <PageTitle title="Admin" subtitle="Every act and every look-up on this page is in the audit log." />
      <nav aria-label="Admin sections" className="section-tabs">
        {sections.map((section) => (
          <Link
            key={section.key}
            to={`${paths.workspaceAdmin}?section=${section.key}`}
            className="section-tab"
            aria-current={section.key === current ? 'page' : undefined}
          >
            {section.label}
          </Link>
        ))}
      </nav>
      <Section key={current} />
    </div>
  );
}
