import {
  maxOwnerLength,
  ProductionWorkspaceByEmail,
  ProductionWorkspaceByUserId,
  type ProductionWorkspace,
} from '@portal/contract';
import { Card, CopyableText, ErrorBox } from '@portal/ui';
import { useState } from 'react';
import {
  useSetUpProductionWorkspaceByUserIdMutation,
  useSetUpProductionWorkspaceMutation,
} from '../../api/staff.api.ts';
import { FieldForm } from './field-form.tsx';
import { UserLink, WorkspaceLink } from './staff-links.tsx';

const { userEmail: OwnerEmail } = ProductionWorkspaceByEmail.shape;
const { userId: OwnerId } = ProductionWorkspaceByUserId.shape;

export function CreateProductionWorkspace() {
  const [byEmail, forEmail] = useSetUpProductionWorkspaceMutation();
  const [byUserId, forUserId] = useSetUpProductionWorkspaceByUserIdMutation();
  const [created, setCreated] = useState<CreatedProps>();
  const create = async (owner: string, ask: () => Promise<{ data?: ProductionWorkspace | undefined }>) => {
    setCreated(undefined);
    forEmail.reset();
    forUserId.reset();
    const { data } = await ask();
    setCreated(data && { ...data, owner });
    return data !== undefined;
  };
  return (
    <Card
      title="Create production workspace"
      description="The owner is told by mail. Somebody without an account finds it at their first login."
    >
      <div className="form-rows">
        <FieldForm
          label="User Email"
          schema={OwnerEmail}
          maxLength={maxOwnerLength}
          placeholder="person@example.com"
          error={forEmail.error}
          failureTitle="The workspace was not created"
          acts={[
            {
              label: 'Create By Email',
              loadingText: 'Creating...',
              icon: 'plus',
              variant: 'primary',
              act: (userEmail) => create(userEmail, () => byEmail({ body: { userEmail } })),
            },
          ]}
        />
        <FieldForm
          label="User ID"
          schema={OwnerId}
          maxLength={maxOwnerLength}
          mono
          error={forUserId.error}
          failureTitle="The workspace was not created"
          acts={[
            {
              label: 'Create By User ID',
              loadingText: 'Creating...',
              icon: 'plus',
              variant: 'primary',
              act: (userId) => create(userId, () => byUserId({ body: { userId } })),
            },
          ]}
        />
        {/* Below, so that it moves nothing that was just pressed. */}
        {created && <Created {...created} />}
      </div>
    </Card>
  );
}

interface CreatedProps extends ProductionWorkspace {
  /** As they were typed: an address or an id. */
  owner: string;
}

function Created({ workspaceId, userId, owner }: CreatedProps) {
  return (
    <ErrorBox
      tone="info"
      title={`The workspace is created for ${owner}`}
      message={
        <span className="flex flex-wrap items-center gap-x-6">
          <span className="flex items-center gap-2">
            <WorkspaceLink workspaceId={workspaceId}>Workspace</WorkspaceLink>
            <CopyableText text={workspaceId} label="Copy workspace ID" />
          </span>
          <span className="flex items-center gap-2">
            <UserLink userId={userId}>Owner</UserLink>
            <CopyableText text={userId} label="Copy user ID of the owner" />
          </span>
        </span>
      }
    />
  );
}
