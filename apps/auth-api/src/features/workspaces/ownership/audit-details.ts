import { personalTo } from '../../../request/audit/personal-values.ts';
import type { LockedParties } from './parties-for-update.ts';

/** The emails of the old and the new owner, for the details of an audit entry. */
export const ownerChange = ({ from, to }: Pick<LockedParties, 'from' | 'to'>) => ({
  from: personalTo(from.id, from.email),
  to: personalTo(to.id, to.email),
});

/** The details of a change of the owner by staff. The reason is about the owner. */
export const reassignmentDetails = ({ id, reason }: { id: string; reason: string }, parties: LockedParties) => ({
  reassignmentId: id,
  reason: personalTo(parties.from.id, reason),
  owner: ownerChange(parties),
});
