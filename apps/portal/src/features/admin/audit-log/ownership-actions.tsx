import type { AuditEntry } from '@portal/contract';
import { detailText } from '../../../lib/audit-details.ts';
import { withWorkspace, type ActionDescription } from './action-description.tsx';
import { AuditTarget, AuditWorkspaceLink } from './audit-links.tsx';

/** Handing over a workspace. */
export const ownershipActions: Readonly<Record<string, ActionDescription>> = {
  offerOwnership: {
    label: 'Offer ownership',
    describe: (entry) => (
      <>
        offered the ownership of <AuditWorkspaceLink {...entry} /> to <AuditTarget {...entry} />
      </>
    ),
  },
  withdrawOwnershipOffer: {
    label: 'Withdraw an ownership offer',
    describe: (entry) => (
      <>
        withdrew the offer of the ownership of <AuditWorkspaceLink {...entry} /> to <AuditTarget {...entry} />
      </>
    ),
  },
  acceptOwnership: { label: 'Accept ownership', describe: withWorkspace('accepted the ownership of') },
  declineOwnership: { label: 'Decline ownership', describe: withWorkspace('declined the ownership of') },
  objectToReassignment: {
    label: 'Object to a change of the owner',
    describe: withWorkspace('objected to a change of the owner of'),
  },
};

const describeReassignment = (verb: string) => (entry: AuditEntry) => {
  const reason = detailText(entry.details, 'reason');
  return (
    <>
      {verb} <AuditTarget {...entry} /> the owner of <AuditWorkspaceLink {...entry} />
      {reason !== null && `: “${reason}”`}
    </>
  );
};

/** Changes of the owner by staff. */
export const reassignmentActions: Readonly<Record<string, ActionDescription>> = {
  reassignOwnership: { label: 'Request a change of the owner', describe: describeReassignment('requested to make') },
  confirmReassignment: {
    label: 'Confirm a change of the owner',
    describe: describeReassignment('confirmed to make'),
  },
  cancelReassignment: {
    label: 'Cancel a change of the owner',
    describe: withWorkspace('cancelled a change of the owner of'),
  },
  completeReassignment: { label: 'Complete a change of the owner', describe: describeReassignment('made') },
};
