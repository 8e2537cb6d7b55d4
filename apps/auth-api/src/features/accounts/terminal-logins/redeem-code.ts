import { hash } from 'node:crypto';
import type { TokenResponse } from '@portal/contract';
import type { TerminalRequest } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { userForUpdate } from '../../../request/account/row-locks.ts';
import { hashSecret } from '../../../request/auth/secrets.ts';
import type { AuditEvent } from '../../../request/audit/write-entries.ts';
import type { Services } from '../../../request/call/services.ts';
import { accountGrant, tokenResponse } from './access-tokens.ts';
import { endCopiedLogin } from './end-copied-login.ts';
import { redeemRequest } from './redeem-request.ts';

interface CodeGrant {
  readonly clientId: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

const codeLifetimeMs = 60_000;

/** Redeems an authorization code (RFC 6749, section 4.1.3) with its PKCE verifier (RFC 7636). */
export async function redeemCode(
  grant: CodeGrant,
  client: AuditEvent['request'],
  services: Services,
): Promise<TokenResponse> {
  const { db } = services;
  const codeHash = hashSecret(grant.code);
  const request = await db.terminalRequest.findUnique({ where: { codeHash } });
  if (!request) throw apiError('InvalidGrant');
  if (!isForClient(request, grant)) {
    // Someone else has the code.
    await db.terminalRequest.deleteMany({ where: { codeHash } });
    throw apiError('InvalidGrant');
  }
  const isLate = request.createdAt.getTime() < (await databaseNow(db)).getTime() - codeLifetimeMs;
  if (isLate && !request.redeemedAt) throw apiError('InvalidGrant');
  const redeemed = await inTransaction(services, (context) => redeemRequest(request, grant.code, client, context));
  if (!redeemed) {
    await endLoginOf(request, client, services);
    throw apiError('InvalidGrant');
  }
  return tokenResponse(redeemed.refreshToken, redeemed.userId, accountGrant, request.scopes, services);
}

const isForClient = (request: TerminalRequest, { clientId, redirectUri, verifier }: CodeGrant) =>
  request.clientId === clientId &&
  request.redirectUri === redirectUri &&
  request.codeChallenge === hash('sha256', verifier, 'base64url');

/** A code that is used twice may be stolen, and so may the tokens of its first use (RFC 6749, section 4.1.2). */
async function endLoginOf(
  { id: sessionId, clientId }: TerminalRequest,
  client: AuditEvent['request'],
  services: Services,
): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    const session = await db.session.findUnique({ where: { id: sessionId }, select: { userId: true } });
    if (!session) return;
    await userForUpdate(session.userId, 'SHARE', db);
    await endCopiedLogin({ userId: session.userId, sessionId, clientId }, client, { db }, services.settings);
  });
}
