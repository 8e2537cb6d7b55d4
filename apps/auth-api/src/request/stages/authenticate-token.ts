import {
  isApiScope,
  isInNetworks,
  maskAddress,
  terminalClientName,
  type AssignableRole,
  type WorkspaceRole,
} from '@portal/contract';
import type { AuthToken, User } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { addJobExpression } from '../../platform/queue/queue.ts';
import { isLocked, type LockColumns } from '../account/account-lock.ts';
import type { Actor, Credential, Owner, UserActor, ServiceAccountActor } from '../account/actor.ts';
import { recordInstanceContact, recordWorkspaceActivity } from '../account/record-workspace-activity.ts';
import {
  actorByApiTokenQuery,
  actorByInstanceTokenQuery,
  actorByServiceAccountTokenQuery,
  actorByTerminalTokenQuery,
  lockedApiTokenQuery,
  lockedServiceAccountTokenQuery,
  lockedTerminalTokenQuery,
} from '../account/token-actor.queries.ts';
import { toTokenPolicy, type PolicyColumns } from '../account/token-policy.ts';
import { isSessionExpired } from '../auth/session-expiry.ts';
import { describeProgram } from '../auth/describe-program.ts';
import type { StoredTokenClaims, TerminalTokenClaims, TokenClaims } from '../auth/tokens.ts';
import type { Services } from '../call/services.ts';
import { claimKeyQuery } from './idempotency-keys.ts';
import { toPersonalKey, type ActorLock, type LockedActor, type PersonalKeyColumns } from './locked-actor.ts';

type ApiCredential = Extract<Credential, { kind: 'api' }>;

interface TokenRow extends PolicyColumns {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly workspaceId: string;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly replacedAt: Date | null;
  readonly usedAfterReplacedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly scopes: readonly string[];
  readonly networks: readonly string[];
  readonly now: Date;
  readonly role: WorkspaceRole;
}

type UserTokenRow = User & TokenRow & { readonly deletionDueAt: Date | null };
type ServiceAccountTokenRow = TokenRow &
  LockColumns & {
    readonly serviceAccountId: string;
    readonly serviceAccountName: string;
    readonly role: AssignableRole;
    readonly ownerId: string;
    readonly tosVersionId: string | null;
  };
type InstanceTokenRow = User &
  Pick<TokenRow, 'tokenId' | 'workspaceId' | 'expiresAt' | 'now' | 'role' | keyof PolicyColumns> & {
    readonly deletionDueAt: Date | null;
    readonly sessionId: string;
    readonly startedAt: Date;
    readonly lastSeenAt: Date;
    readonly isStaff: boolean;
  };
type TerminalTokenRow = User &
  PolicyColumns & {
    readonly clientId: string;
    readonly loginScopes: readonly string[];
    readonly workspaceId: string | null;
    readonly role: WorkspaceRole | null;
    readonly startedAt: Date;
    readonly lastSeenAt: Date;
    readonly sessionExpiresAt: Date;
    readonly deletionDueAt: Date | null;
    readonly now: Date;
  };

/** Authenticates a request by its bearer token. One query reads the token and who it acts as. */
export async function authenticateByToken(header: string, ip: string | null, services: Services): Promise<Actor> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? [];
  const claims = token === undefined ? null : await services.tokens.verify(token);
  if (!claims) throw apiError('InvalidToken');
  return actorOfToken(claims, ip, services);
}

/** Who a token acts as. Throws if it does not work, or not from this address. */
export function actorOfToken(claims: TokenClaims, ip: string | null, services: Services): Promise<Actor> {
  return claims.kind === 'terminal' ? actorOfTerminalToken(claims, services) : actorOfStoredToken(claims, ip, services);
}

async function actorOfStoredToken(claims: StoredTokenClaims, ip: string | null, services: Services): Promise<Actor> {
  const actor =
    claims.kind === 'instance'
      ? await actorOfInstanceToken(claims, services)
      : claims.isServiceAccount
        ? await actorOfServiceAccountToken(claims, services)
        : await actorOfUserToken(claims, services);
  const principalId = (actor.user ?? actor.serviceAccount).id;
  if (principalId !== claims.principalId || actor.membership?.workspaceId !== claims.workspaceId)
    throw apiError('InvalidToken');
  checkAudience(actor, claims);
  checkNetwork(actor, ip);
  return actor;
}

/** The scopes are those of the row. A token that is only for instances must not have any of this API. */
function checkAudience({ credential }: Actor, { isForApi }: StoredTokenClaims): void {
  if (credential.kind === 'api' && !isForApi && credential.scopes.some(isApiScope)) throw apiError('InvalidToken');
}

function checkNetwork({ credential }: Actor, ip: string | null): void {
  if (credential.kind !== 'api' || credential.networks.length === 0 || isInNetworks(ip, credential.networks)) return;
  throw apiError('NetworkNotAllowed', {
    message: `This token does not work from your network. Your address as we see it: ${ip ?? 'unknown'}.`,
  });
}

async function actorOfUserToken({ id }: StoredTokenClaims, services: Services): Promise<UserActor> {
  const [row] = await services.db.$queryRaw<UserTokenRow[]>(actorByApiTokenQuery(id));
  if (row) recordUseAfterReplacement(row, services);
  return toUserActor(row);
}

async function actorOfServiceAccountToken({ id }: StoredTokenClaims, services: Services): Promise<ServiceAccountActor> {
  const [row] = await services.db.$queryRaw<ServiceAccountTokenRow[]>(actorByServiceAccountTokenQuery(id));
  if (row) recordUseAfterReplacement(row, services);
  return toServiceAccountActor(row);
}

async function actorOfInstanceToken({ id }: StoredTokenClaims, { db, settings }: Services): Promise<UserActor> {
  const [row] = await db.$queryRaw<InstanceTokenRow[]>(actorByInstanceTokenQuery(id));
  if (!row || isLocked(row, row.now) || isSessionExpired(row, settings, row.now)) throw apiError('InvalidToken');
  const { tokenId, sessionId, workspaceId, expiresAt, role, deletionDueAt, now } = row;
  return {
    user: row,
    serviceAccount: null,
    credential: { kind: 'instance', id: tokenId, sessionId, workspaceId, expiresAt },
    membership: { workspaceId, role, tokenPolicy: toTokenPolicy(row) },
    deletionDueAt,
    now,
    personalKey: null,
  };
}

async function actorOfTerminalToken(claims: TerminalTokenClaims, services: Services): Promise<UserActor> {
  const { sessionId, workspaceId } = claims;
  const [row] = await services.db.$queryRaw<TerminalTokenRow[]>(actorByTerminalTokenQuery(sessionId, workspaceId));
  return toTerminalActor(row, claims, services);
}

/** The token can do what both it and its login have as scopes. */
function toTerminalActor(
  row: TerminalTokenRow | undefined,
  claims: Omit<TerminalTokenClaims, 'kind'>,
  { settings }: Pick<Services, 'settings'>,
): UserActor {
  if (!row || row.id !== claims.principalId || isLocked(row, row.now)) throw apiError('InvalidToken');
  const { startedAt, lastSeenAt, sessionExpiresAt, loginScopes, clientId, role, now, deletionDueAt } = row;
  const session = { startedAt, lastSeenAt, expiresAt: sessionExpiresAt, isStaff: false, isTerminal: true };
  if (isSessionExpired(session, settings, now)) throw apiError('InvalidToken');
  const { id: tokenId, sessionId: id, workspaceId, expiresAt } = claims;
  if (expiresAt <= now)
    throw apiError('InvalidToken', { message: `This token expired at ${expiresAt.toISOString()}.` });
  if (workspaceId !== null && row.workspaceId === null) throw apiError('InvalidToken');
  const scopes = workspaceId === null ? claims.scopes : claims.scopes.filter((scope) => loginScopes.includes(scope));
  return {
    user: row,
    serviceAccount: null,
    credential: {
      kind: 'terminal',
      id,
      tokenId,
      name: terminalClientName(clientId) ?? clientId,
      workspaceId,
      expiresAt,
      scopes,
    },
    membership: workspaceId !== null && role ? { workspaceId, role, tokenPolicy: toTokenPolicy(row) } : null,
    deletionDueAt,
    now,
    personalKey: null,
  };
}

/** Locks the rows that give a terminal login its rights in a workspace and reads them again. Throws if one of them has ended. */
export async function terminalActorForUpdate(
  { credential, user }: { readonly credential: Extract<Credential, { kind: 'terminal' }>; readonly user: User },
  { changes, key }: Pick<ActorLock, 'changes' | 'key'>,
  { db }: DbContext,
  services: Pick<Services, 'settings'>,
): Promise<LockedActor> {
  const { id: sessionId, tokenId, workspaceId, scopes, expiresAt } = credential;
  if (workspaceId === null) throw apiError('TokenNotAllowed');
  const query = lockedTerminalTokenQuery(sessionId, workspaceId, changes);
  const [locked] = await db.$queryRaw<
    (TerminalTokenRow & PersonalKeyColumns & { isFirst?: boolean })[]
  >`/* lock rights */ ${key ? claimKeyQuery(query, key) : query}`;
  if (!locked) throw apiError('InvalidToken');
  const { isFirst = false, personalKeyId, personalKey, ...row } = locked;
  const claims = { id: tokenId, sessionId, principalId: user.id, workspaceId, scopes, expiresAt };
  const actor = toTerminalActor(row, claims, services);
  return { actor: { ...actor, personalKey: toPersonalKey({ personalKeyId, personalKey }) }, isFirst };
}

/** Locks the rows that give an API token its rights and reads them again. Throws if one of them has ended. */
export async function apiTokenActorForUpdate(
  { credential, user, serviceAccount }: Pick<Actor, 'user' | 'serviceAccount'> & { readonly credential: ApiCredential },
  { changes, key }: Pick<ActorLock, 'changes' | 'key'>,
  { db }: DbContext,
): Promise<LockedActor> {
  const query = (serviceAccount ? lockedServiceAccountTokenQuery : lockedApiTokenQuery)(credential.id, changes);
  const lock = () =>
    db.$queryRaw<
      ((UserTokenRow | ServiceAccountTokenRow) & PersonalKeyColumns & { isFirst?: boolean })[]
    >`/* lock rights */ ${key ? claimKeyQuery(query, key) : query}`;
  let [locked] = await lock();
  // The statement waited for a transfer and found that its owner is none anymore. The next one finds the new owner.
  if (!locked && serviceAccount) [locked] = await lock();
  if (!locked) throw apiError('InvalidToken');
  const { isFirst = false, personalKeyId, personalKey, ...row } = locked;
  const actor = 'serviceAccountId' in row ? toServiceAccountActor(row) : toUserActor(row);
  if ((actor.user ?? actor.serviceAccount).id !== (user ?? serviceAccount)?.id) throw apiError('InvalidToken');
  return { actor: { ...actor, personalKey: toPersonalKey({ personalKeyId, personalKey }) }, isFirst };
}

function toUserActor(row: UserTokenRow | undefined): UserActor {
  if (!row) throw apiError('InvalidToken');
  checkHasNotEnded(row);
  if (isLocked(row, row.now)) throw apiError('InvalidToken');
  const { workspaceId, role, deletionDueAt, now } = row;
  return {
    user: row,
    serviceAccount: null,
    credential: toCredential(row),
    membership: { workspaceId, role, tokenPolicy: toTokenPolicy(row) },
    deletionDueAt,
    now,
    personalKey: null,
  };
}

function toServiceAccountActor(row: ServiceAccountTokenRow | undefined): ServiceAccountActor {
  if (!row) throw apiError('InvalidToken');
  checkHasNotEnded(row);
  const { serviceAccountId: id, serviceAccountName: name, workspaceId, role, now } = row;
  const owner: Owner = { ...row, id: row.ownerId };
  if (isLocked(owner, now)) throw apiError('WorkspacePaused');
  return {
    user: null,
    serviceAccount: { id, name, role },
    owner,
    credential: toCredential(row),
    membership: { workspaceId, role, tokenPolicy: toTokenPolicy(row) },
    now,
    personalKey: null,
  };
}

/** The holder of a token that we signed may know why it has ended. */
function checkHasNotEnded({ revokedAt, replacedAt, expiresAt, now }: TokenRow): void {
  if (revokedAt) throw apiError('InvalidToken', { message: `This token was revoked at ${revokedAt.toISOString()}.` });
  if (expiresAt > now) return;
  if (replacedAt) throw apiError('TokenReplaced');
  throw apiError('InvalidToken', { message: `This token expired at ${expiresAt.toISOString()}.` });
}

/** A program still has a token that was replaced. Stores the first such use and emails it. The request does not wait for it. */
function recordUseAfterReplacement(
  { tokenId, revokedAt, replacedAt, usedAfterReplacedAt, expiresAt, now }: TokenRow,
  { db, log }: Services,
): void {
  if (!replacedAt || revokedAt || usedAfterReplacedAt || expiresAt > now) return;
  db.$executeRaw`
    /* use-after-replacement */
    WITH used AS (
      UPDATE auth_tokens SET used_after_replaced_at = now() WHERE id = ${tokenId} AND used_after_replaced_at IS NULL
      RETURNING id)
    SELECT ${addJobExpression('enqueueReplacedTokenEmail', { tokenId })} FROM used`.catch((error: unknown) =>
    log.warn({ err: error }, 'could not record the use of a replaced API token'),
  );
}

const toCredential = ({
  tokenId: id,
  tokenName: name,
  workspaceId,
  expiresAt,
  lastUsedAt,
  scopes,
  networks,
}: TokenRow): ApiCredential => ({ kind: 'api', id, name, workspaceId, expiresAt, lastUsedAt, scopes, networks });

const tokenUseIntervalMs = 5 * 60_000;

/**
 * Stores when and from where an API token was last used, and when its workspace was, at most every five minutes. The request does not wait
 * for it.
 */
export function recordTokenUse(
  { id, workspaceId, lastUsedAt }: UsedToken,
  now: Date,
  { ip, userAgent }: { readonly ip: string | null; readonly userAgent: string | null },
  services: Services,
): void {
  const staleBefore = new Date(now.getTime() - tokenUseIntervalMs);
  if (lastUsedAt && lastUsedAt > staleBefore) return;
  const lastUsedNetwork = ip === null ? null : maskAddress(ip);
  const use = { lastUsedAt: now, lastUsedNetwork, lastUsedClient: describeProgram(userAgent) };
  storeTokenUse({ id, workspaceId }, { use, staleBefore, now }, services);
}

/**
 * The same for a use that an instance reports. Everyone who has the token can report one, from any address. So it is stored as five minutes
 * ago: it never keeps a request with the token from being recorded. The instance has been seen, too.
 */
export function recordStatedUse(
  { id, workspaceId, lastUsedAt }: UsedToken,
  now: Date,
  address: string | null,
  services: Services,
): void {
  const reportedAt = new Date(now.getTime() - tokenUseIntervalMs);
  const staleBefore = new Date(now.getTime() - 2 * tokenUseIntervalMs);
  if (lastUsedAt && lastUsedAt > staleBefore) return;
  const lastUsedNetwork = address === null ? null : maskAddress(address);
  const use = { lastUsedAt: reportedAt, lastUsedNetwork, lastUsedClient: 'as an instance says' };
  storeTokenUse({ id, workspaceId }, { use, staleBefore, now }, services);
  recordInstanceContact(workspaceId, now, services);
}

type UsedToken = Pick<ApiCredential, 'id' | 'workspaceId' | 'lastUsedAt'>;

interface TokenUse {
  readonly use: Pick<AuthToken, 'lastUsedAt' | 'lastUsedNetwork' | 'lastUsedClient'>;
  /** A later use is stored already. */
  readonly staleBefore: Date;
  readonly now: Date;
}

function storeTokenUse(
  { id, workspaceId }: Omit<UsedToken, 'lastUsedAt'>,
  { use, staleBefore, now }: TokenUse,
  services: Services,
): void {
  services.db.authToken
    .updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: staleBefore } }] },
      data: use,
    })
    .catch((error: unknown) => services.log.warn({ err: error }, 'could not record the use of an API token'));
  recordWorkspaceActivity(workspaceId, now, services);
}
