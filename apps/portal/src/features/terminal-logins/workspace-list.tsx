import type { Workspace } from '@portal/contract';
import { Checkbox, SkeletonText } from '@portal/ui';
import { useId } from 'react';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { ErrorAlert, NextPageError } from '../../components/error-alert.tsx';
import { useListSearch } from '../../components/list-search.tsx';

const nameOf = ({ displayName }: Workspace) => displayName;

/** More workspaces than these have a search box. */
const searchThreshold = 10;

interface WorkspaceListProps {
  chosen: readonly string[];
  onChange: (workspaceIds: string[]) => void;
}

/** The workspaces of the user, to choose some. A search hides the others and keeps what is chosen. */
export default function WorkspaceList({ chosen, onChange }: WorkspaceListProps) {
  const list = useWorkspaces();
  const { rows = [], isComplete, error, refetch } = list;
  const { matches, searchBox } = useListSearch(rows, {
    listName: 'workspaces',
    textOf: nameOf,
    isComplete,
    searchThreshold,
  });
  const headingId = useId();
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, id] : chosen.filter((chosenId) => chosenId !== id));
  if (error) return <ErrorAlert error={error} title="Your workspaces could not be loaded" onRetry={refetch} />;
  if (!list.rows) return <SkeletonText lines={3} />;
  if (rows.length === 0) return <p className="text-secondary">You have no workspaces yet.</p>;
  return (
    <div className="grid gap-3">
      {searchBox}
      <div role="group" aria-labelledby={headingId} className="grid gap-2">
        <p id={headingId} className="text-sm font-medium text-strong">
          {chosen.length === 0 ? 'Choose at least one workspace' : `${chosen.length} chosen`}
        </p>
        <div className="-mx-1 grid max-h-72 gap-2 overflow-y-auto p-1">
          {matches.map(({ id, displayName }) => (
            <Checkbox
              key={id}
              label={
                <bdi translate="no" className="wrap-anywhere">
                  {displayName}
                </bdi>
              }
              checked={chosen.includes(id)}
              onChange={(checked) => toggle(id, checked)}
            />
          ))}
          {matches.length === 0 && <p className="text-secondary">No workspace matches.</p>}
        </div>
      </div>
      <NextPageError list={list} listName="your workspaces" />
    </div>
  );
}
