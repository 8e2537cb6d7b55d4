import { envNames, type FoundWorkspace } from '@portal/contract';
import { Badge } from '@portal/ui';

export type WorkspaceState = Pick<FoundWorkspace, 'instanceEnvType' | 'deletedAt' | 'quarantinedAt'>;

/** Where a workspace runs, and what is out of the ordinary with it, in a word each. */
export function WorkspaceBadges({ instanceEnvType, deletedAt, quarantinedAt }: WorkspaceState) {
  return (
    <>
      {deletedAt !== null && <Badge tone="destructive">Deleted</Badge>}
      {quarantinedAt !== null && <Badge tone="destructive">Quarantined</Badge>}
      <Badge>{envNames[instanceEnvType]}</Badge>
    </>
  );
}
