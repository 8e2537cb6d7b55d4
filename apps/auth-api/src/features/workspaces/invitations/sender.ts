import type { Actor } from '../../../request/account/actor.ts';

/** Who sends an invitation: a user or a service account, with the API token that they used. */
export interface Sender {
  readonly workspaceId: string;
  readonly inviterId: string | null;
  readonly inviterServiceAccountId: string | null;
  readonly authTokenId: string | null;
}

export function senderOf(actor: Actor, workspaceId: string): Sender {
  const { user, serviceAccount, credential } = actor;
  return {
    workspaceId,
    inviterId: user?.id ?? null,
    inviterServiceAccountId: serviceAccount?.id ?? null,
    authTokenId: credential.kind === 'api' ? credential.id : null,
  };
}
