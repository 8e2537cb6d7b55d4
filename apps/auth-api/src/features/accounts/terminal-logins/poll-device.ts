import type { TokenResponse } from '@portal/contract';
import type { TerminalRequest } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { AuditEvent } from '../../../request/audit/write-entries.ts';
import { ageOf, successorOf } from '../../../request/auth/refresh-tokens.ts';
import { hashSecret } from '../../../request/auth/secrets.ts';
import type { Services } from '../../../request/call/services.ts';
import { accountGrant, tokenResponse } from './access-tokens.ts';
import { redeemRequest } from './redeem-request.ts';

/** For how long a device that lost the response gets it again. */
const replayMs = 30_000;
/** RFC 8628, section 3.5. */
const slowDownSeconds = 5;

/** Answers a device that asks whether it is approved (RFC 8628, section 3.4). */
export async function pollDevice(
  { clientId, deviceCode }: { readonly clientId: string; readonly deviceCode: string },
  client: AuditEvent['request'],
  services: Services,
): Promise<TokenResponse> {
  const { db } = services;
  const request = await db.terminalRequest.findUnique({ where: { deviceCodeHash: hashSecret(deviceCode), clientId } });
  if (!request) throw apiError('InvalidGrant');
  const now = await databaseNow(db);
  if (request.redeemedAt) return replay(request, deviceCode, now, services);
  if (request.expiresAt <= now) throw apiError('DeviceCodeExpired');
  if (request.deniedAt) throw apiError('TerminalLoginDenied');
  if (request.sessionId === null) return keepWaiting(request, now, services);
  const redeemed = await inTransaction(services, (context) => redeemRequest(request, deviceCode, client, context));
  if (redeemed) return tokenResponse(redeemed.refreshToken, redeemed.userId, accountGrant, request.scopes, services);
  // Another request of the device at the same time was first.
  return replay({ ...request, redeemedAt: now }, deviceCode, now, services);
}

async function keepWaiting(
  { id, polledAt, intervalSeconds }: TerminalRequest,
  now: Date,
  { db }: Services,
): Promise<never> {
  const isTooFast = polledAt !== null && polledAt.getTime() > now.getTime() - intervalSeconds * 1_000;
  const slower = isTooFast ? intervalSeconds + slowDownSeconds : intervalSeconds;
  await db.terminalRequest.updateMany({ where: { id }, data: { polledAt: now, intervalSeconds: slower } });
  throw apiError(isTooFast ? 'PollingTooFast' : 'AuthorizationPending');
}

/** The same tokens, unless they were used since. */
async function replay(
  { id, redeemedAt }: TerminalRequest,
  deviceCode: string,
  now: Date,
  services: Services,
): Promise<TokenResponse> {
  const login = await services.db.terminalLogin.findUnique({
    where: { sessionId: id },
    include: { session: { select: { userId: true } } },
  });
  if (!login || !redeemedAt || redeemedAt.getTime() < now.getTime() - replayMs) throw apiError('InvalidGrant');
  const refreshToken = { sessionId: id, generation: 0, secret: successorOf(deviceCode, login) };
  if (ageOf(refreshToken, login) !== 0) throw apiError('InvalidGrant');
  return tokenResponse(refreshToken, login.session.userId, accountGrant, login.scopes, services);
}
