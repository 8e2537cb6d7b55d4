import { roleLabels, type WorkspaceRole } from '@portal/contract';
import { Icon, VisuallyHidden } from '@portal/ui';

interface TransferMeaningProps {
  /** Who reads it: the owner who offers, or the member who accepts. */
  reader: 'owner' | 'member';
  /** The role of the member, if it is known who that is. */
  memberRole?: WorkspaceRole | undefined;
}

const meanings = {
  owner: {
    owner: {
      name: 'You',
      effects: [
        'You can no longer edit or delete the workspace. Only the new owner can give it back.',
        'Your API tokens can then do what an approver can.',
        'Your card, subscription and invoices stay yours.',
      ],
    },
    member: {
      name: 'New owner',
      effects: [
        'They can edit and delete the workspace, change roles and revoke any API token.',
        'Webhooks pause until they resume them.',
        'They keep their own card, subscription and invoices.',
      ],
    },
  },
  member: {
    owner: {
      name: 'Current owner',
      effects: [
        'They stay a member, and can no longer edit or delete the workspace.',
        'Their API tokens can then do what an approver can.',
        'Their card, subscription and invoices stay theirs.',
      ],
    },
    member: {
      name: 'You',
      effects: [
        'You can edit and delete the workspace, change roles and revoke any API token.',
        'Webhooks pause until you resume them.',
        'You take over no card, subscription or invoice.',
      ],
    },
  },
} as const;

/** What a change of the owner means for both. Read before it is offered, and before it is accepted. */
export function TransferMeaning({ reader, memberRole }: TransferMeaningProps) {
  const { owner, member } = meanings[reader];
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Party {...owner} before="OWNER" after="APPROVER" />
        <Party {...member} before={memberRole} after="OWNER" />
      </div>
      <p>All API tokens and instance sessions keep working.</p>
    </div>
  );
}

interface PartyProps {
  name: string;
  /** Undefined if it is not known. */
  before: WorkspaceRole | undefined;
  after: WorkspaceRole;
  effects: readonly string[];
}

function Party({ name, before, after, effects }: PartyProps) {
  return (
    <div className="grid content-start gap-2 rounded-lg border border-line p-3">
      <p className="text-secondary">{name}</p>
      <p className="flex flex-wrap items-center gap-x-2 font-medium text-strong">
        {before ? roleLabels[before] : 'Member'}
        <Icon name="arrow-right" size={14} />
        <VisuallyHidden>becomes</VisuallyHidden>
        {roleLabels[after]}
      </p>
      <ul className="grid list-disc gap-1 pl-4 text-sm">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </div>
  );
}
