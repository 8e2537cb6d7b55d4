import { ulid } from 'ulid';
import type { Fixture } from './actors.ts';
import type { TestApi } from './api.ts';

const partiesOf = ({ workspace, subject, colleague }: Fixture) => ({
  workspaceId: workspace.id,
  fromUserId: subject.id,
  toUserId: colleague.id,
});

/** Offers the ownership of a fixture's workspace to the colleague. */
export async function makeOwnershipOffer(api: TestApi, fixture: Fixture): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  await api.db.ownershipOffer.create({ data: { id: ulid(), ...partiesOf(fixture), expiresAt } });
}

/** Has staff plan that the colleague becomes the owner of a fixture's workspace, of which the owner cannot be notified. */
export async function makeReassignment(api: TestApi, fixture: Fixture): Promise<void> {
  const request = { requestedById: ulid(), reason: 'The owner does not respond', confirmationNeededAt: new Date() };
  const data = { id: fixture.reassignmentId, ...partiesOf(fixture), ...request };
  await api.db.ownershipReassignment.create({ data });
}
