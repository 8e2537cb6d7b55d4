import { formatUtcDateTime } from '@portal/contract';
import type { AuthToken, ServiceAccount } from '../../generated/prisma/client.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { contactSupport } from './layout/content.ts';
import { describeActor, quoteName } from './layout/safe-text.ts';
import { findWorkspaceAndActor, type NamedActor, type NamedWorkspace } from './names.ts';
import type { TokenDetails } from './tokens.emails.ts';

// Emails about API tokens that someone else ended, and about the use of one that has ended.

interface EndedToken {
  readonly token: Pick<
    AuthToken,
    'name' | 'createdAt' | 'expiresAt' | 'replacedById' | 'replacedAt' | 'usedAfterReplacedAt'
  >;
  readonly workspace: NamedWorkspace;
  /** Null for a token of a user. */
  readonly serviceAccount: Pick<ServiceAccount, 'name'> | null;
}

async function readToken({ tokenId }: TokenDetails, { db }: DbContext): Promise<EndedToken | null> {
  const include = { workspace: true, serviceAccount: true };
  const token = await db.authToken.findUnique({ where: { id: tokenId }, include });
  return token && { token, workspace: token.workspace, serviceAccount: token.serviceAccount };
}

/** Which token the email is about. */
const factsOf = ({ token, workspace, serviceAccount }: EndedToken) => ({
  Token: quoteName(token.name),
  ...(serviceAccount && { 'Service account': quoteName(serviceAccount.name) }),
  Workspace: quoteName(workspace.displayName),
});

const tokensPageOf = ({ id }: NamedWorkspace, { PORTAL_URL }: Pick<Settings, 'PORTAL_URL'>) =>
  `${PORTAL_URL}/workspace/${id}/tokens`;

interface ServiceAccountDetails {
  readonly serviceAccountId: string;
}

interface DeletedServiceAccount {
  readonly serviceAccount: Pick<ServiceAccount, 'name'>;
  readonly workspace: NamedWorkspace;
}

interface RevokedTokenDetails extends TokenDetails {
  /** Who revoked it: the owner of the workspace, or one of its service accounts. */
  readonly actorId: string;
}

interface RevokedToken {
  readonly token: Pick<AuthToken, 'name' | 'createdAt'>;
  readonly workspace: NamedWorkspace;
  readonly actor: NamedActor;
}

/** For the user of a token that someone else revoked. */
export const tokenRevoked: AccountEmailDefinition<RevokedTokenDetails, RevokedToken> = {
  optional: false,
  urgency: 'attention',
  async read({ tokenId, actorId }, { db }) {
    const token = await db.authToken.findUnique({ where: { id: tokenId } });
    const found = token && (await findWorkspaceAndActor(token.workspaceId, actorId, { db }));
    return found && { token, ...found };
  },
  render({ at, token, workspace, actor }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const by = describeActor(actor);
    return {
      subject: `Your API token ${quoteName(token.name)} for ${workspaceName} was revoked`,
      sentence: `${by} revoked the token, and programs that use it no longer have access to the workspace.`,
      link: { label: 'View API tokens', href: tokensPageOf(workspace, settings) },
      facts: {
        Token: quoteName(token.name),
        Workspace: workspaceName,
        Created: formatUtcDateTime(token.createdAt),
        Revoked: formatUtcDateTime(at),
      },
      advice: {
        when: 'If you did not expect this',
        steps: [
          { label: `Ask ${'email' in actor ? by : 'the owner of the workspace'} why the token was revoked` },
          contactSupport(settings),
        ],
      },
    };
  },
};

/** For the user of a token, or the owner of the workspace for one of a service account: a program still has the replaced token. */
export const replacedTokenUsed: AccountEmailDefinition<TokenDetails, EndedToken> = {
  optional: false,
  urgency: 'security',
  read: readToken,
  render(ended, settings) {
    const { token, workspace } = ended;
    const tokensPage = tokensPageOf(workspace, settings);
    return {
      subject: `A replaced API token for ${quoteName(workspace.displayName)} was used`,
      sentence: 'We rejected the request: one of your programs still has the replaced token, or someone else does.',
      link: { label: 'View API tokens', href: tokensPage },
      facts: {
        ...factsOf(ended),
        ...(token.replacedAt && { Replaced: formatUtcDateTime(token.replacedAt) }),
        Ended: formatUtcDateTime(token.expiresAt),
        ...(token.usedAfterReplacedAt && { Used: formatUtcDateTime(token.usedAfterReplacedAt) }),
      },
      advice: {
        when: 'If you do not know who has the replaced token',
        steps: [
          { label: 'Look for a program that still has it, and give it the token that replaced it' },
          { label: 'If you find none, revoke the token that replaced it, too', href: tokensPage },
          contactSupport(settings),
        ],
      },
    };
  },
};

/** For the user that a revoked token acts as, or for the owner about one of a service account. */
export const tokenRevokedByStaff: AccountEmailDefinition<TokenDetails, EndedToken> = {
  optional: false,
  urgency: 'attention',
  read: readToken,
  render({ at, ...ended }, settings) {
    const { token, workspace, serviceAccount } = ended;
    const workspaceName = quoteName(workspace.displayName);
    return {
      subject: serviceAccount
        ? `An API token of a service account of ${workspaceName} was revoked`
        : `Your API token for ${workspaceName} was revoked`,
      sentence: `${settings.PRODUCT_NAME} support revoked the token, and programs that use it no longer have access to the workspace.`,
      link: { label: 'View API tokens', href: tokensPageOf(workspace, settings) },
      facts: {
        ...factsOf(ended),
        Created: formatUtcDateTime(token.createdAt),
        Revoked: formatUtcDateTime(at),
      },
      advice: { when: 'If you did not expect this', steps: [contactSupport(settings)] },
    };
  },
};

/** For the owner of its workspace. */
export const serviceAccountDeletedByStaff: AccountEmailDefinition<ServiceAccountDetails, DeletedServiceAccount> = {
  optional: false,
  urgency: 'attention',
  async read({ serviceAccountId }, { db }) {
    const found = await db.serviceAccount.findUnique({
      where: { id: serviceAccountId },
      include: { workspace: true },
    });
    return found && { serviceAccount: found, workspace: found.workspace };
  },
  render({ at, serviceAccount, workspace }, settings) {
    const [name, workspaceName] = [quoteName(serviceAccount.name), quoteName(workspace.displayName)];
    return {
      subject: `A service account of ${workspaceName} was deleted`,
      sentence: `${settings.PRODUCT_NAME} support deleted ${name}, and programs that use its API tokens no longer have access to the workspace.`,
      link: { label: 'View API tokens', href: tokensPageOf(workspace, settings) },
      paragraphs: ['Its API tokens are revoked, and its open invitations are cancelled.'],
      facts: { Workspace: workspaceName, Deleted: formatUtcDateTime(at) },
      advice: { when: 'If you did not expect this', steps: [contactSupport(settings)] },
    };
  },
};

/** For the user of a token, or the owner for one of a service account, that a holder of the token revoked (`POST /oauth/revoke`). */
export const tokenRevokedByHolder: AccountEmailDefinition<TokenDetails, EndedToken> = {
  optional: false,
  urgency: 'security',
  read: readToken,
  render({ at, ...ended }, settings) {
    const { token, workspace, serviceAccount } = ended;
    const workspaceName = quoteName(workspace.displayName);
    const tokensPage = tokensPageOf(workspace, settings);
    return {
      subject: `${serviceAccount ? 'An' : 'Your'} API token for ${workspaceName} was revoked`,
      sentence: 'Someone who has the token asked us to revoke it, and programs that use it no longer have access.',
      link: { label: 'View API tokens', href: tokensPage },
      paragraphs: [
        'Anyone who has a token can do this, for example a security scanner that finds it in a public place.',
      ],
      facts: {
        ...factsOf(ended),
        Created: formatUtcDateTime(token.createdAt),
        Revoked: formatUtcDateTime(at),
        ...(token.replacedById !== null && { Note: 'It was replaced before. The token that replaced it still works.' }),
      },
      advice: {
        when: 'If you did not revoke this token, it has leaked',
        steps: [
          { label: 'Find where others could read the token, such as in a repository or a log, and remove it there' },
          { label: 'Create another token and replace the old one in your programs', href: tokensPage },
          contactSupport(settings),
        ],
      },
    };
  },
};
