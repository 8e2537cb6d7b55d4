import { apiScopes, formatUtcDateTime, isApiScope } from '@portal/contract';
import type { AuthToken, ServiceAccount } from '../../generated/prisma/client.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions, revokeTokens } from './layout/content.ts';
import { quoteName } from './layout/safe-text.ts';
import type { NamedWorkspace } from './names.ts';

export interface TokenDetails {
  readonly tokenId: string;
}

/** Whose rights a token has: those of the recipient, or of a service account. */
type ActingToken<Columns extends keyof AuthToken> = Pick<AuthToken, 'name' | 'expiresAt' | Columns> & {
  readonly serviceAccount: Pick<ServiceAccount, 'name'> | null;
};

const describePrincipal = ({ serviceAccount }: ActingToken<never>) =>
  serviceAccount ? `the service account ${quoteName(serviceAccount.name)}` : 'you';

interface CreatedToken {
  readonly token: ActingToken<'scopes' | 'networks'>;
  readonly workspace: NamedWorkspace;
}

export const tokenCreated: AccountEmailDefinition<TokenDetails, CreatedToken> = {
  optional: false,
  urgency: 'security',
  async read({ tokenId }, { db }) {
    const token = await db.authToken.findUnique({
      where: { id: tokenId },
      include: { workspace: true, serviceAccount: true },
    });
    return token && { token, workspace: token.workspace };
  },
  render({ at, token, workspace }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    return {
      subject: `New API token ${quoteName(token.name)} for ${workspaceName}`,
      sentence: `A new API token acts as ${describePrincipal(token)}.`,
      link: { label: 'View API tokens', href: `${settings.PORTAL_URL}/workspace/${workspace.id}/tokens` },
      facts: {
        Token: quoteName(token.name),
        Workspace: workspaceName,
        'Can do': token.scopes.map((scope) => describeScope(scope, settings)),
        Networks: token.networks.length > 0 ? token.networks : 'Any network',
        Created: formatUtcDateTime(at),
        Expires: formatUtcDateTime(token.expiresAt),
      },
      advice: {
        when: 'If you did not create this token',
        steps: [
          revokeTokens(workspace.id, settings),
          endSessions(settings),
          changePassword(settings),
          contactSupport(settings),
        ],
      },
    };
  },
};

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a scope that the deployment no longer has. */
function describeScope(scope: string, { PLATFORM_SCOPES }: Settings): string {
  if (isApiScope(scope)) return apiScopes[scope].description;
  return PLATFORM_SCOPES.find(({ name }) => name === scope)?.description ?? scope;
}

interface ExpiringDetails {
  readonly workspaceId: string;
  readonly tokenIds: readonly string[];
}

interface ExpiringTokens {
  /** At least one, the one that expires first at the front. */
  readonly tokens: readonly ActingToken<'lastUsedAt'>[];
  readonly workspace: NamedWorkspace;
}

/** Further tokens are counted. */
const maxListedTokens = 20;

/** Names the time of expiry, not the time left: the email may arrive late. */
export const tokenExpiring: AccountEmailDefinition<ExpiringDetails, ExpiringTokens, true> = {
  optional: true,
  urgency: 'attention',
  async read({ workspaceId, tokenIds }, { db, userId }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId, deletedAt: null } });
    const tokens = await db.authToken.findMany({
      where: {
        id: { in: [...tokenIds] },
        revokedAt: null,
        replacedAt: null,
        expiresAt: { gt: await databaseNow(db) },
        // The workspace may have another owner by now.
        OR: [{ userId }, { userId: null, workspace: { memberships: { some: { userId, role: 'OWNER' } } } }],
      },
      include: { serviceAccount: true },
      orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
    });
    return workspace && tokens.length > 0 ? { tokens, workspace } : null;
  },
  render({ tokens, workspace }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const [first] = tokens;
    const only = tokens.length === 1 ? first : undefined;
    return {
      subject: only
        ? `${quoteName(only.name)} expires on ${formatUtcDateTime(only.expiresAt)}`
        : `${tokens.length} API tokens for ${workspaceName} expire soon`,
      sentence: only
        ? 'Programs that use this API token lose access to the workspace when it expires.'
        : 'Programs that use them lose access to the workspace when they expire.',
      link: { label: 'Manage API tokens', href: `${settings.PORTAL_URL}/workspace/${workspace.id}/tokens` },
      paragraphs: [
        only
          ? 'Rotate the token, and use the new one in your programs.'
          : 'Rotate the tokens, and use the new ones in your programs.',
      ],
      facts: only
        ? {
            Token: quoteName(only.name),
            Workspace: workspaceName,
            'Acts as': capitalize(describePrincipal(only)),
            Expires: formatUtcDateTime(only.expiresAt),
            'Last used': lastUseOf(only),
          }
        : listOf(tokens),
      advice: {
        when: `If you do not recognize ${only ? 'this token' : 'one of these tokens'}`,
        steps: [revokeTokens(workspace.id, settings), endSessions(settings), contactSupport(settings)],
      },
    };
  },
};

const lastUseOf = ({ lastUsedAt }: Pick<AuthToken, 'lastUsedAt'>) =>
  lastUsedAt ? formatUtcDateTime(lastUsedAt) : 'Never';

/** Numbered, because several tokens can have one name. */
function listOf(tokens: ExpiringTokens['tokens']): Record<string, string> {
  const listed = tokens.slice(0, maxListedTokens).map((token, index): [string, string] => {
    const end = `Expires on ${formatUtcDateTime(token.expiresAt)}`;
    const use = token.lastUsedAt ? `last used on ${formatUtcDateTime(token.lastUsedAt)}` : 'never used';
    return [`${index + 1}. ${quoteName(token.name)}`, `${end}, ${use}, acts as ${describePrincipal(token)}`];
  });
  const rest = tokens.length - listed.length;
  return { ...Object.fromEntries(listed), ...(rest > 0 && { More: `${rest} more API tokens` }) };
}
