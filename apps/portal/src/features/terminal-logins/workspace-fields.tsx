import { Checkbox, SkeletonText } from '@portal/ui';
import { lazy, Suspense } from 'react';

export interface WorkspaceFieldsProps {
  /** Null for all workspaces. */
  chosen: readonly string[] | null;
  onChange: (workspaceIds: string[] | null) => void;
}

/** Most users need no list. */
const WorkspaceList = lazy(() => import('./workspace-list.tsx'));

/** In which workspaces the terminal can act. */
export function WorkspaceFields({ chosen, onChange }: WorkspaceFieldsProps) {
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">Where it can do this</h2>
      <Checkbox
        label="All workspaces, also those that I join later"
        checked={chosen === null}
        onChange={(checked) => onChange(checked ? null : [])}
      />
      {chosen && (
        <Suspense fallback={<SkeletonText lines={3} />}>
          <WorkspaceList chosen={chosen} onChange={onChange} />
        </Suspense>
      )}
    </div>
  );
}
