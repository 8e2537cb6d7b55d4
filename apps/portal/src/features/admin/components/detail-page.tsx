import { Button, PageTitle, Skeleton, SkeletonTable, SkeletonText, Tabs, type Tab } from '@portal/ui';
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
  /** The classes that set the height of the details and of the first list. */
  details: string;
  list: string;
  /** Whether a line of text is above the details. */
  hasStatus?: boolean;
}

const frame = 'overflow-clip rounded-lg border border-line bg-surface shadow-card';

export function DetailSkeleton({ type, details, list, hasStatus = false }: DetailSkeletonProps) {
  return (
    <div className="grid gap-6" aria-busy>
      <div className="flex items-center gap-4">
        <Skeleton className="size-14" />
        <div className="flex-1">
          <PageTitle breadcrumb={adminLink} title={type} subtitle={<span className="block h-7" />} />
        </div>
      </div>
      {hasStatus && <Skeleton className="h-5 w-80" />}
      <div aria-hidden className={`${frame} grid content-start gap-5 p-5 ${details}`}>
        <Skeleton className="h-4.5 w-28" />
        <div className="grid gap-x-10 lg:grid-cols-2">
          <SkeletonText lines={4} />
          <SkeletonText lines={4} />
        </div>
      </div>
      <div aria-hidden className={`${frame} ${list}`}>
        <SkeletonTable className="h-full" rows={2} columns={4} />
      </div>
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
