import { roleLabels, workspaceTypes, type Workspace } from '@portal/contract';
import { Card, CopyableText, DescriptionItem, DescriptionList, Timestamp } from '@portal/ui';
import { useSettings } from '../../../lib/settings-context.ts';

/** In their order, for the placeholder. */
export const infoNames = ['Type', 'URL', 'Workspace ID', 'Your role', 'Created'] as const;

/** What cannot be edited about a workspace, including the id that support asks for. */
export function WorkspaceInfo({ workspace }: { workspace: Workspace }) {
  const settings = useSettings();
  const { id, instanceUrl, instanceEnvType, role, createdAt } = workspace;
  const type = workspaceTypes.find((entry) => entry.instanceEnvType === instanceEnvType);
  return (
    <Card title="About this workspace" headingLevel={3}>
      <DescriptionList>
        <DescriptionItem name="Type">{type?.label(settings)}</DescriptionItem>
        <DescriptionItem name="URL">
          <CopyableText text={instanceUrl} label="Copy URL" />
        </DescriptionItem>
        <DescriptionItem name="Workspace ID">
          <CopyableText text={id} label="Copy workspace ID" />
        </DescriptionItem>
        <DescriptionItem name="Your role">{roleLabels[role]}</DescriptionItem>
        <DescriptionItem name="Created">
          <Timestamp date={createdAt} relative="disabled" />
        </DescriptionItem>
      </DescriptionList>
    </Card>
  );
}
