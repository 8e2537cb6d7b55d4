import { maxServiceAccounts, roleLabels, type ServiceAccount, type Workspace } from '@portal/contract';
import { Alert, Badge, Button, Card, EmptyState, moveFocusNearOnUnmount, Skeleton, Timestamp } from '@portal/ui';
import { useState } from 'react';
import { useServiceAccounts } from '../../../api/service-accounts.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { useLinkedRow, useLinkedRowFocus } from '../../../components/use-linked-row.ts';
import { definePendingAction } from '../../../session/pending-action.ts';
import {
  DeleteServiceAccountDialog,
  newServiceAccount,
  ServiceAccountDialog,
  type ServiceAccountDraft,
} from './service-account-dialogs.tsx';

const editAction = definePendingAction<ServiceAccountDraft>('editServiceAccount');

/** The service accounts of a workspace. The owner manages them, approvers see them. */
export default function ServiceAccounts({ workspace }: { workspace: Workspace }) {
  const { data, error, refetch } = useServiceAccounts(workspace);
  const [draft, setDraft] = useState(editAction.usePending());
  const [toDelete, setToDelete] = useState<ServiceAccount>();
  const reauthenticate = editAction.useReauthenticate();
  const isOwner = workspace.role === 'OWNER';
  const accounts = data?.serviceAccounts;
  const linkedId = useLinkedRow('service-account');
  useLinkedRowFocus(linkedId, accounts?.some(({ id }) => id === linkedId) ?? false);
  return (
    <Card
      title="Service accounts"
      description="Their tokens keep working when the person who created them leaves. Instances without support for service accounts reject them."
      actions={
        isOwner && (
          <Button
            icon="plus"
            disabled={!accounts || accounts.length >= maxServiceAccounts}
            onClick={() => setDraft(newServiceAccount)}
          >
            Create service account
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <ErrorAlert error={error} title="The service accounts could not be loaded" onRetry={() => void refetch()} />
        {data?.isPaused && (
          <Alert
            tone="warning"
            title="Service accounts are paused"
            message="The account of the owner is locked, so their tokens are refused. They work again when the lock ends, or when the workspace has another owner."
          />
        )}
        {accounts?.length === 0 && (
          <EmptyState
            icon="user-cog"
            title="No service accounts yet"
            text={isOwner ? 'Create one for a pipeline or a server.' : 'The owner can create them.'}
          />
        )}
        {accounts && accounts.length > 0 && (
          <ul className="divide-y divide-line">
            {accounts.map((account) => (
              <Row
                key={account.id}
                account={account}
                isOwner={isOwner}
                isLinked={account.id === linkedId}
                onEdit={() => setDraft({ ...account, description: account.description ?? '' })}
                onDelete={() => setToDelete(account)}
              />
            ))}
          </ul>
        )}
        {!accounts && !error && <Skeleton className="h-38" />}
      </div>
      {draft && (
        <ServiceAccountDialog
          workspaceId={workspace.id}
          draft={draft}
          onLogIn={reauthenticate}
          onClose={() => setDraft(undefined)}
        />
      )}
      {toDelete && (
        <DeleteServiceAccountDialog
          workspaceId={workspace.id}
          account={toDelete}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </Card>
  );
}

interface RowProps {
  account: ServiceAccount;
  isOwner: boolean;
  /** Whether a link leads to this row. */
  isLinked: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

const focusNextRow = moveFocusNearOnUnmount((other) => other);

function Row({ account, isOwner, isLinked, onEdit, onDelete }: RowProps) {
  const { name, description, role, activeTokens, lastUsedAt } = account;
  return (
    <li
      ref={focusNextRow}
      data-row={account.id}
      data-linked={isLinked || undefined}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span translate="no" className="font-medium wrap-anywhere text-strong">
            {name}
          </span>
          <Badge>{roleLabels[role]}</Badge>
        </p>
        {description !== null && <p className="wrap-anywhere text-secondary">{description}</p>}
        <p className="text-xs text-secondary">
          {activeTokens === 1 ? '1 active token' : `${activeTokens} active tokens`} ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Timestamp date={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {isOwner && (
        <div className="flex gap-2">
          <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="sm" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
