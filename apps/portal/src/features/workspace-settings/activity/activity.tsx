import { Button, Card, moveFocusToAddedRowOnUnmount, SkeletonText } from '@portal/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useListWorkspaceAuditEntriesInfiniteQuery } from '../../../api/audit.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { paths } from '../../../lib/paths.ts';
import { SettingsSection } from '../shared/settings-section.tsx';
import { ActivityEntry } from './activity-entry.tsx';
import { sharedNames } from './describe-activity.ts';

/** How many entries the section shows. The page of the activity has all. */
const newestCount = 5;

/** The newest audit entries of a workspace, for its owner and approvers. They load when the user clicks the button. */
export function Activity({ workspaceId }: { workspaceId: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <SettingsSection
      id="activity"
      title="Activity"
      description="Recent changes to this workspace."
      actions={
        <div className="flex flex-wrap gap-2">
          {!isShown && (
            <Button ref={moveFocusToAddedRowOnUnmount} onClick={() => setShown(true)}>
              Show activity
            </Button>
          )}
          <Button icon="arrow-right" render={<Link to={paths.workspaceActivity(workspaceId)} />}>
            All activity
          </Button>
        </div>
      }
    >
      {isShown && (
        <Card>
          <NewestEntries workspaceId={workspaceId} />
        </Card>
      )}
    </SettingsSection>
  );
}

function NewestEntries({ workspaceId }: { workspaceId: string }) {
  const { data, error, isFetching, refetch } = useListWorkspaceAuditEntriesInfiniteQuery(
    { params: { workspaceId } },
    { refetchOnMountOrArgChange: true },
  );
  const entries = data?.pages.flatMap((page) => page.entries).slice(0, newestCount);
  const shared = sharedNames(entries ?? []);
  return (
    <div className="grid gap-3">
      <ErrorAlert error={error} title="The activity could not be loaded" onRetry={() => void refetch()} />
      {!entries && !error && <SkeletonText lines={newestCount} />}
      {entries && (
        <ol className="divide-y divide-line">
          {entries.map((entry) => (
            <ActivityEntry key={entry.id} entry={entry} shared={shared} />
          ))}
        </ol>
      )}
      {entries?.length === 0 && <p className="text-secondary">No activity yet</p>}
      {entries && (
        <div>
          <Button
            size="sm"
            icon="refresh"
            aria-label="Refresh the activity"
            loading={isFetching}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        </div>
      )}
    </div>
  );
}
