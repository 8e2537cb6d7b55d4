import * as z from 'zod/mini';
import { Email, KnownEmail, PathId, Ulid, choiceOf } from '../fields.ts';

/** The roles of a workspace, the mightiest first. Source: specification section 6. */
export const workspaceRoles = ['OWNER', 'APPROVER', 'EDITOR'] as const;

export const WorkspaceRole = choiceOf(workspaceRoles);
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

const assignableRoles = ['APPROVER', 'EDITOR'] as const;
const longestRole = 100;

/** A role that can be given to somebody, in any case (`editor`); ownership can't be given. */
export const AssignableRole = z.pipe(
  z.transform((given: string) =>
    typeof given === 'string' && given.length <= longestRole ? given.trim().toUpperCase() : given,
  ),
  choiceOf(assignableRoles),
);
export type AssignableRole = z.infer<typeof AssignableRole>;

/** Source: specification section 3. */
export const Member = z.object({
  /** The user's id; of an invitation that is pending an id of its own, whether or not the address has an account. */
  userId: Ulid,
  /** The address that people know the member by, lower-cased. */
  email: z.string(),
  /** What the person is called in the application; the part before the `@` while the invitation is pending. Never empty. */
  nickname: z.string(),
  role: WorkspaceRole,
  /** True until somebody logs in with the invited address, verified, even if it has an account already. */
  pending: z.boolean(),
});
export type Member = z.infer<typeof Member>;

export const Members = z.array(Member);

export const Invitation = z.object({
  email: Email,
  /** In any case (`editor`), never owner. Where none is named it is `EDITOR`, or what somebody has who was invited before. */
  role: z.optional(AssignableRole),
});
export type Invitation = z.infer<typeof Invitation>;

export const RoleChange = z.object({
  /** The member whose role changes. */
  userId: PathId,
  role: AssignableRole,
});

export const MemberRemoval = z.object({ email: KnownEmail });
