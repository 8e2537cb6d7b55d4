import { Button, PageTitle, Skeleton, Tabs, type Tab } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { toRequestError } from '../../../api/http/request-error.ts';
import { paths } from '../../../lib/paths.ts';
import { ErrorAlert, type ErrorAlertProps } from '../../../components/error-alert.tsx';

const adminLink = (
  <Link to={paths.workspaceAdmin} className="quiet-link">
    Admin
  </Link>
);

export interface DetailTitleProps {
  picture: ReactNode;
  name: string;
  badges: ReactNode;
  /** IDs, email or URL, to copy. */
  identifiers: ReactNode;
  actions: ReactNode;
}

export function DetailTitle({ picture, name, badges, identifiers, actions }: DetailTitleProps) {
  return (
    <div className="flex items-center gap-4 max-sm:items-start">
      {picture}
      <div className="min-w-0 flex-1">
        <PageTitle
          breadcrumb={adminLink}
          title={<bdi translate="no">{name}</bdi>}
          badges={badges}
          subtitle={<span className="flex flex-wrap items-center gap-x-4">{identifiers}</span>}
          actions={actions}
        />
      </div>
    </div>
  );
}

/** The tabs of the page. The selected one is in the `tab` query parameter. */
export function DetailTabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const tabParam = searchParams.get('tab');
  const { value } = tabs.find((tab) => tab.value === tabParam) ?? tabs[0];
  return (
    <Tabs label={label} tabs={tabs} value={value} onChange={(tab) => setSearchParams({ tab }, { replace: true })} />
  );
}

export interface DetailSkeletonProps {
  type: string;
  /** The classes that set the height of each section below the title. */
  sections: readonly string[];
}

export function DetailSkeleton({ type, sections }: DetailSkeletonProps) {
  return (
    <div className="grid gap-6" aria-busy>
      <div className="flex items-center gap-4">
        <Skeleton className="size-14" />
        <div className="flex-1">
          <PageTitle breadcrumb={adminLink} title={type} subtitle={<span className="block h-7" />} />
        </div>
      </div>
      {sections.map((height, index) => (
        <Skeleton key={index} className={height} />
      ))}
    </div>
  );
}

export interface DetailErrorProps {
  /** "User" or "Workspace". */
  type: string;
  error: ErrorAlertProps['error'];
  onRetry: () => void;
}

/** Shown above data that could not be refreshed. */
export function StaleDetailNotice({ type, error, onRetry }: DetailErrorProps) {
  return <ErrorAlert error={error} title={`The ${type.toLowerCase()} could not be refreshed`} onRetry={onRetry} />;
}

export function DetailError({ type, error, onRetry }: DetailErrorProps) {
  const isMissing = toRequestError(error)?.status === 404;
  return (
    <div className="grid gap-6">
      <PageTitle breadcrumb={adminLink} title={type} />
      <ErrorAlert
        error={error}
        title={`The ${type.toLowerCase()} could not be loaded`}
        onRetry={isMissing ? undefined : onRetry}
        action={
          <Button size="sm" render={<Link to={paths.workspaceAdmin}>Go to search</Link>}>
            Go to search
          </Button>
        }
      />
    </div>
  );
}
