interface TransferMeaningProps {
  /** Who reads it: the owner who offers, or the member who accepts. */
  reader: 'owner' | 'member';
}

const meanings = {
  owner: [
    'Billing: nothing moves. Billing belongs to your account, not to the workspace: your card, subscription and invoices stay yours, and the new owner keeps theirs.',
    'Tokens: all API tokens and instance sessions keep working. Your own tokens can then do what an approver can.',
    'Webhooks: they pause until the new owner resumes them.',
    'Your role: you become an approver. You can no longer edit or delete the workspace, and only the new owner can give it back.',
  ],
  member: [
    'Billing: nothing moves. Billing belongs to each account, not to the workspace: you take over no card, subscription or invoice of the owner.',
    'Tokens: all API tokens and instance sessions keep working. Those of the current owner can then do what an approver can. As the owner you can revoke any of them.',
    'Webhooks: they pause until you resume them.',
    'Your role: you become the owner. You can edit and delete the workspace and change roles. The current owner becomes an approver.',
  ],
} as const;

/** What a change of the owner means. Read before it is offered, and before it is accepted. */
export function TransferMeaning({ reader }: TransferMeaningProps) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {meanings[reader].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
