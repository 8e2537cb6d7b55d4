import * as z from 'zod/mini';
import { Invoice } from '../billing/billing-overview.schemas.ts';
import { ActiveSubscription } from '../billing/billing.schemas.ts';
import { MyInvitations } from '../invitations/my-invitations.schemas.ts';
import { OwnershipOffers } from '../ownership/my-offers.schemas.ts';
import { IsoTimestamp, Ulid } from '../primitives.ts';
import { OtherLogins } from '../users/users.schemas.ts';

/** An API token that the user can replace, and that ends soon. */
export const MyEndingToken = z.object({
  id: Ulid,
  name: z.string(),
  workspaceId: Ulid,
  workspaceName: z.string(),
  /** The name of the service account that the token acts as. Null if it acts as the user. */
  serviceAccountName: z.nullable(z.string()),
  expiresAt: IsoTimestamp,
});
export type MyEndingToken = z.infer<typeof MyEndingToken>;

/** What the page with the list of workspaces shows above the list. Nothing of it needs Auth0, Stripe or PostHog. */
export const Attention = z.object({
  /** As in `listMyInvitations`, at most 50. */
  invitations: MyInvitations,
  /** The `after` with which `listMyInvitations` continues. Null if there are no more. */
  nextInvitation: z.nullable(Ulid),
  /** As in `listOwnershipOffers`. */
  ownershipOffers: OwnershipOffers.shape.offers,
  /**
   * API tokens that end within seven days, the next one first; at most 20. Those that act as the user, and those of service accounts in the
   * user's own workspaces. Not those that live so long only, and not those that replace themselves in time.
   */
  endingTokens: z.array(MyEndingToken),
  /** How many such tokens there are. */
  endingTokenCount: z.int(),
  /** As in `getActiveSubscription`. */
  activeSubscription: ActiveSubscription,
  /** The newest invoice with something left to pay. */
  unpaidInvoice: z.nullable(Invoice),
  /** As in `listOtherLogins`. */
  otherLogins: OtherLogins.shape.methods,
});
export type Attention = z.infer<typeof Attention>;
