import * as z from 'zod/mini';
import { IsoTimestamp, Ulid } from '../primitives.ts';

/** A member of the workspace, as the other members see them. */
export const MemberName = z.object({ userId: Ulid, email: z.string(), nickname: z.string() });

/** The open offers to a user, at most 20: those that expire first. */
export const OwnershipOffers = z.object({
  offers: z.array(
    z.object({ workspaceId: Ulid, workspaceName: z.string(), from: MemberName, expiresAt: IsoTimestamp }),
  ),
});
