import {
  canCreateAuthTokens,
  canReceiveSecret,
  type AuthToken,
  type TokenPolicy,
  type WorkspaceRole,
} from '@portal/contract';
import { definePendingAction } from '../../session/pending-action.ts';

/** What the dialog opens with. It survives the new login that the API may require. */
export interface RotationRequest {
  /** The tokens that are selected. */
  readonly tokenIds: readonly string[];
  readonly overlap: string;
}

export const rotateAction = definePendingAction<RotationRequest>('rotateTokens');

/** Whether a member can rotate a token. The policy of the workspace is about the tokens of people. */
export const canRotateToken = (
  token: AuthToken,
  member: { readonly userId: string; readonly role: WorkspaceRole; readonly policy: TokenPolicy },
) =>
  token.replacedAt === null &&
  canReceiveSecret(token, member) &&
  (token.userId === null || canCreateAuthTokens(member.role, member.policy.makers));

export const rotationOf = (
  tokenIds: readonly string[],
  overlap: RotationRequest['overlap'] = '24h',
): RotationRequest => ({ tokenIds, overlap });
