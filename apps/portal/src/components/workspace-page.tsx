import type { Workspace } from '@portal/contract';
import { IconButton, PageTitle, TruncatedTitle, useRefocusOnChange } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../api/session.api.ts';
import { useGetWorkspaceQuery } from '../api/workspace-details.api.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { useRecentWorkspace } from '../lib/recent-workspaces.ts';
import type { ErrorAlertProps } from './error-alert.tsx';
import { ReturnToWorkspaces } from './return-to-workspaces.tsx';
import { PageSettingsNav, SettingsNav, SettingsNavSkeleton } from './settings-nav/settings-nav.tsx';
import { isWorkspaceNotFound, WorkspaceErrorAlert } from './workspace-error-alert.tsx';

/** The workspace of a page, which also names the document. One that no longer exists is not shown, although it is cached. */
export function usePageWorkspace(workspaceId: string) {
  const { data, error, refetch } = useGetWorkspaceQuery({ params: { workspaceId } });
  const workspace = isWorkspaceNotFound(error) ? undefined : data;
  useDocumentTitle(workspace?.displayName);
  useRecentWorkspace(useUser().id, workspace);
  return { workspace, error: workspace ? undefined : error, refetch: () => void refetch() };
}

export interface WorkspacePageProps {
  workspaceId: string;
  /** Undefined while it loads, and if it cannot be loaded. */
  workspace: Workspace | undefined;
  error: ErrorAlertProps['error'];
  errorTitle?: string;
  onRetry: () => void;
  /** The name of the page in the list at its side. The page of the settings has none. */
  name?: string;
  subtitle: ReactNode;
  badges?: ReactNode;
  /** Default: a link to the settings. */
  actions?: ReactNode;
  /** The content, or its skeleton while the workspace loads. */
  children: ReactNode;
}

/** A page of a workspace: its title, the list of the settings at the side, and the error if it cannot be loaded. */
export function WorkspacePage(props: WorkspacePageProps) {
  const { workspaceId, workspace, error, errorTitle = 'The workspace could not be loaded', onRetry } = props;
  const { name, subtitle, badges, actions = <SettingsLink workspaceId={workspaceId} />, children } = props;
  const isMissing = workspace === undefined && error !== undefined;
  useRefocusOnChange(isMissing ? 'missing' : 'loaded');
  return (
    <div className="grid gap-6">
      <PageTitle
        title={<TruncatedTitle>{titleOf(workspace, name)}</TruncatedTitle>}
        subtitle={subtitle}
        badges={badges}
        breadcrumb={<ReturnToWorkspaces />}
        actions={!isMissing && actions}
      />
      <WorkspaceErrorAlert workspaceId={workspaceId} error={error} title={errorTitle} onRetry={onRetry} />
      {!isMissing && (
        <div className="settings-layout">
          {!workspace && <SettingsNavSkeleton />}
          {workspace &&
            (name === undefined ? (
              <SettingsNav workspace={workspace} />
            ) : (
              <PageSettingsNav workspace={workspace} current={name} />
            ))}
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
        </div>
      )}
    </div>
  );
}

function titleOf(workspace: Workspace | undefined, name: string | undefined): string {
  if (name === undefined) return workspace?.displayName ?? 'Workspace Details';
  return workspace ? `${workspace.displayName} > ${name}` : name;
}

const SettingsLink = ({ workspaceId }: { workspaceId: string }) => (
  <IconButton
    icon="settings"
    label="Workspace settings"
    tooltip
    variant="secondary"
    render={<Link to={paths.workspaceSettings(workspaceId)}>Settings</Link>}
  />
);
