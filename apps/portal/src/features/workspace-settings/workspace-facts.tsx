import { roleLabels, workspaceTypes, type Workspace } from '@portal/contract';
import { Card, CopyableText, Fact, Facts, Timestamp } from '@portal/ui';
import { useSettings } from '../../settings/settings-context.ts';

/** What is fixed about a workspace, with the id that support asks for. */
export function WorkspaceFacts({ workspace }: { workspace: Workspace }) {
  const settings = useSettings();
  const { id, instanceUrl, instanceEnvType, role, createdAt } = workspace;
  const type = workspaceTypes.find((one) => one.instanceEnvType === instanceEnvType);
  return (
    <Card title="About this workspace">
      <Facts>
        <Fact name="Type">{type?.label(settings)}</Fact>
        <Fact name="Address">
          <CopyableText text={instanceUrl} label="Copy address" />
        </Fact>
        <Fact name="Workspace ID">
          <CopyableText text={id} label="Copy workspace ID" />
        </Fact>
        <Fact name="Your role">{roleLabels[role]}</Fact>
        <Fact name="Created">
          <Timestamp date={createdAt} relative="disabled" />
        </Fact>
      </Facts>
    </Card>
  );
}
