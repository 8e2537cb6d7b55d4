import { formatUtcDateTime } from '@portal/contract';
import type { AuthToken } from '../../generated/prisma/client.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions, revokeTokens } from './layout/content.ts';
import { describeUser, quoteName } from './layout/safe-text.ts';
import { findWorkspaceAndUser, type NamedUser, type NamedWorkspace } from './names.ts';

interface TokenDetails {
  readonly tokenId: string;
}

interface Token {
  readonly token: Pick<AuthToken, 'name' | 'createdAt' | 'expiresAt'>;
  readonly workspace: NamedWorkspace;
}

export const tokenCreated: AccountEmailDefinition<TokenDetails, Token> = {
  optional: false,
  async read({ tokenId }, { db }) {
    const token = await db.authToken.findUnique({ where: { id: tokenId }, include: { workspace: true } });
    return token && { token, workspace: token.workspace };
  },
  render({ at, token, workspace }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    return {
      subject: `New API token for ${workspaceName}`,
      paragraphs: [
        `An API token was created with your ${settings.PRODUCT_NAME} account. Programs that have it can act on the workspace on your behalf.`,
      ],
      facts: {
        Token: quoteName(token.name),
        Workspace: workspaceName,
        Created: formatUtcDateTime(at),
        Expires: formatUtcDateTime(token.expiresAt),
      },
      link: { label: 'View API tokens', href: `${settings.PORTAL_URL}/workspace/${workspace.id}/tokens` },
      advice: {
        title: 'If you did not create this token:',
        steps: [revokeTokens(workspace.id, settings), endSessions(settings), changePassword, contactSupport(settings)],
      },
    };
  },
};

interface RevokedTokenDetails extends TokenDetails {
  /** Who revoked it: the owner of the workspace. */
  readonly actorId: string;
}

interface RevokedToken extends Token {
  readonly actor: NamedUser;
}

/** For the creator of a token that the owner of its workspace revoked. */
export const tokenRevoked: AccountEmailDefinition<RevokedTokenDetails, RevokedToken> = {
  optional: false,
  async read({ tokenId, actorId }, { db }) {
    const token = await db.authToken.findUnique({ where: { id: tokenId } });
    const found = token && (await findWorkspaceAndUser(token.workspaceId, actorId, { db }));
    return found && { token, workspace: found.workspace, actor: found.user };
  },
  render({ at, token, workspace, actor }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const by = describeUser(actor);
    return {
      subject: `Your API token for ${workspaceName} was revoked`,
      paragraphs: [
        `${by} revoked an API token that you created in ${settings.PRODUCT_NAME}. Programs that use it no longer have access to the workspace.`,
      ],
      facts: {
        Token: quoteName(token.name),
        Workspace: workspaceName,
        Created: formatUtcDateTime(token.createdAt),
        Revoked: formatUtcDateTime(at),
        By: by,
      },
      link: { label: 'View API tokens', href: `${settings.PORTAL_URL}/workspace/${workspace.id}/tokens` },
      advice: {
        title: 'If you did not expect this:',
        steps: [{ label: `Ask ${by} why the token was revoked` }, contactSupport(settings)],
      },
    };
  },
};

/** Names the time of expiry, not the time left: the email may arrive late. */
export const tokenExpiring: AccountEmailDefinition<TokenDetails, Token, true> = {
  optional: true,
  async read({ tokenId }, { db }) {
    const token = await db.authToken.findUnique({ where: { id: tokenId }, include: { workspace: true } });
    const isUsable =
      token && !token.revokedAt && !token.workspace.deletedAt && token.expiresAt > (await databaseNow(db));
    return isUsable ? { token, workspace: token.workspace } : null;
  },
  render({ token, workspace }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const expiresAt = formatUtcDateTime(token.expiresAt);
    return {
      subject: `Your API token for ${workspaceName} expires on ${expiresAt}`,
      paragraphs: [
        'An API token that you created is about to expire. Programs that use it lose access to the workspace then. Create another token and replace it in your programs.',
      ],
      facts: {
        Token: quoteName(token.name),
        Workspace: workspaceName,
        Created: formatUtcDateTime(token.createdAt),
        Expires: expiresAt,
      },
      link: { label: 'Manage API tokens', href: `${settings.PORTAL_URL}/workspace/${workspace.id}/tokens` },
      advice: {
        title: 'If you did not create this token:',
        steps: [revokeTokens(workspace.id, settings), endSessions(settings), contactSupport(settings)],
      },
    };
  },
};
