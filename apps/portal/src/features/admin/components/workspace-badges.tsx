import { instanceEnvLabels, type WorkspaceSearchResult } from '@portal/contract';
import { Badge } from '@portal/ui';

export type WorkspaceBadgesProps = Pick<WorkspaceSearchResult, 'instanceEnvType' | 'deletedAt' | 'quarantinedAt'>;

export function WorkspaceBadges({ instanceEnvType, deletedAt, quarantinedAt }: WorkspaceBadgesProps) {
  return (
    <>
      {deletedAt !== null && <Badge tone="destructive">Deleted</Badge>}
      {quarantinedAt !== null && <Badge tone="destructive">Quarantined</Badge>}
      <Badge>{instanceEnvLabels[instanceEnvType]}</Badge>
    </>
  );
}
