import * as z from 'zod/mini';
import { IsoTimestamp, Ulid } from '../primitives.ts';

/** How far a new user is in the workspaces that they own. */
export const FirstSteps = z.object({
  /** The workspace that the steps are about: of the token, else the default one. Null if the user owns no active workspace. */
  workspaceId: z.nullable(Ulid),
  /** An API token that the user created: one that was used, else the newest one that is active. Null if there is none. */
  token: z.nullable(
    z.object({
      id: Ulid,
      name: z.string(),
      scopes: z.array(z.string()),
      /** As of an `AuthToken`. */
      lastUsedAt: z.nullable(IsoTimestamp),
      lastUsedNetwork: z.nullable(z.string()),
    }),
  ),
  /** Whether that workspace has another member or a pending invitation. */
  hasColleagues: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const FirstStepsResult = z.object({ firstSteps: FirstSteps });
