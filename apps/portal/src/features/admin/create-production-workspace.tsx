import {
  maxOwnerInputLength,
  ProductionWorkspaceByEmail,
  ProductionWorkspaceByUserId,
  type ProductionWorkspace,
} from '@portal/contract';
import { Card, CopyableText, Alert } from '@portal/ui';
import { useState } from 'react';
import {
  useSetUpProductionWorkspaceByUserIdMutation,
  useSetUpProductionWorkspaceMutation,
} from '../../api/admin.api.ts';
import { SingleFieldForm } from './components/single-field-form.tsx';
import { UserLink, WorkspaceLink } from './components/staff-links.tsx';

const { userEmail: OwnerEmail } = ProductionWorkspaceByEmail.shape;
const { userId: OwnerId } = ProductionWorkspaceByUserId.shape;

export function CreateProductionWorkspace() {
  const [byEmail, byEmailState] = useSetUpProductionWorkspaceMutation();
  const [byUserId, byUserIdState] = useSetUpProductionWorkspaceByUserIdMutation();
  const [created, setCreated] = useState<CreatedWorkspaceProps>();
  const create = async (
    owner: string,
    unemailed: string,
    send: () => Promise<{ data?: ProductionWorkspace | undefined }>,
  ) => {
    setCreated(undefined);
    byEmailState.reset();
    byUserIdState.reset();
    const { data } = await send();
    setCreated(data && { ...data, owner, unemailed });
    return data !== undefined;
  };
  return (
    <Card
      title="Create production workspace"
      description="By email: we send a link, and the account that opens it gets the workspace. An address gets only a few links a day. By user ID: the account owns the workspace at once."
    >
      <div className="form-rows">
        <SingleFieldForm
          label="User email"
          schema={OwnerEmail}
          maxLength={maxOwnerInputLength}
          placeholder="person@example.com"
          error={byEmailState.error}
          errorTitle="The workspace was not created"
          actions={[
            {
              label: 'Create by email',
              loadingText: 'Creating...',
              icon: 'plus',
              variant: 'primary',
              run: (userEmail) =>
                create(userEmail, 'After logging in, they can request the link.', () =>
                  byEmail({ body: { userEmail } }),
                ),
            },
          ]}
        />
        <SingleFieldForm
          label="User ID"
          schema={OwnerId}
          maxLength={maxOwnerInputLength}
          mono
          error={byUserIdState.error}
          errorTitle="The workspace was not created"
          actions={[
            {
              label: 'Create by user ID',
              loadingText: 'Creating...',
              icon: 'plus',
              run: (userId) => create(userId, 'The workspace is in their list.', () => byUserId({ body: { userId } })),
            },
          ]}
        />
        {/* Below the buttons, so that they do not move. */}
        {created && <CreatedWorkspace {...created} />}
      </div>
    </Card>
  );
}

interface CreatedWorkspaceProps extends ProductionWorkspace {
  /** The email or user ID, as typed. */
  owner: string;
  /** How an owner who is not emailed gets the workspace. */
  unemailed: string;
}

function CreatedWorkspace({ workspaceId, userId, owner, emailed, unemailed }: CreatedWorkspaceProps) {
  const isEmailed = emailed !== 'limit';
  return (
    <Alert
      tone={isEmailed ? 'info' : 'warning'}
      title={`Workspace created for ${owner}`}
      message={
        <>
          {!isEmailed && `We can’t email them today, because a daily limit is reached. ${unemailed}`}
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
        </>
      }
    />
  );
}
