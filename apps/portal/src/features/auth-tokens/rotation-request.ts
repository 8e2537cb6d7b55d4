import { canCreateAuthTokens, type AuthToken, type TokenPolicy, type WorkspaceRole } from '@portal/contract';
import { definePendingAction } from '../../session/pending-action.ts';

/** What the dialog opens with. It survives the new login that the API may require. */
export interface RotationRequest {
  /** The tokens that are selected. */
  readonly tokenIds: readonly string[];
  readonly overlap: string;
}

export const rotateAction = definePendingAction<RotationRequest>('rotateTokens');

/** A person gets no secret that acts as another one: they rotate their own tokens, the owner those of service accounts. */
export const canRotateToken = (
  { userId, replacedAt }: AuthToken,
  member: { readonly userId: string; readonly role: WorkspaceRole; readonly policy: TokenPolicy },
) =>
  replacedAt === null &&
  (userId === null
    ? member.role === 'OWNER'
    : userId === member.userId && canCreateAuthTokens(member.role, member.policy.makers));

export const rotationOf = (
  tokenIds: readonly string[],
  overlap: RotationRequest['overlap'] = '24h',
): RotationRequest => ({ tokenIds, overlap });
