import { Button, PageTitle, Skeleton, Tabs, type Tab } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { asFailure } from '../../http/failure.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox, type FailureBoxProps } from '../../requests/failure-box.tsx';

const toAdmin = (
  <Link to={paths.workspaceAdmin} className="quiet-link">
    Admin
  </Link>
);

export interface SubjectTitleProps {
  picture: ReactNode;
  name: string;
  badges: ReactNode;
  /** By what else it is known, to copy. */
  knownAs: ReactNode;
  actions: ReactNode;
}

/** The head of the page of a person or a workspace. */
export function SubjectTitle({ picture, name, badges, knownAs, actions }: SubjectTitleProps) {
  return (
    <div className="flex items-center gap-4 max-sm:items-start">
      {picture}
      <div className="min-w-0 flex-1">
        <PageTitle
          breadcrumb={toAdmin}
          title={<bdi>{name}</bdi>}
          badges={badges}
          subtitle={<span className="flex flex-wrap items-center gap-x-4">{knownAs}</span>}
          actions={actions}
        />
      </div>
    </div>
  );
}

/** The lists of a page; which one is shown stands in the address. */
export function SubjectTabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const { value } = tabs.find((tab) => tab.value === asked) ?? tabs[0];
  return <Tabs label={label} tabs={tabs} value={value} onChange={(tab) => setSearch({ tab }, { replace: true })} />;
}

export function SubjectSkeleton({ what }: { what: string }) {
  return (
    <div className="grid gap-6" aria-busy>
      <div className="flex items-center gap-4">
        <Skeleton className="size-14" />
        <div className="flex-1">
          <PageTitle breadcrumb={toAdmin} title={what} subtitle="&nbsp;" />
        </div>
      </div>
      <Skeleton className="h-60" />
      <Skeleton className="h-64" />
    </div>
  );
}

export interface SubjectFailureProps {
  what: string;
  error: FailureBoxProps['error'];
  onRetry: () => void;
}

/** Says above what is shown that it may be old. */
export function StaleSubject({ what, error, onRetry }: SubjectFailureProps) {
  return <FailureBox error={error} title={`The ${what.toLowerCase()} could not be loaded again`} onRetry={onRetry} />;
}

export function SubjectFailure({ what, error, onRetry }: SubjectFailureProps) {
  const isMissing = asFailure(error)?.status === 404;
  return (
    <div className="grid gap-6">
      <PageTitle breadcrumb={toAdmin} title={what} />
      <FailureBox
        error={error}
        title={`The ${what.toLowerCase()} could not be shown`}
        onRetry={isMissing ? undefined : onRetry}
        action={
          <Button size="sm" render={<Link to={paths.workspaceAdmin}>Go to the search</Link>}>
            Go to the search
          </Button>
        }
      />
    </div>
  );
}
