import { randomBytes } from 'node:crypto';
import express, { Router, type RequestHandler, type Response } from 'express';
import { errors as jose } from 'jose';
import * as z from 'zod';
import type { Account, Accounts } from './accounts.ts';
import type { CurrentScenario, ScenarioName } from './scenarios.ts';
import { databaseConnection } from './database-connection.ts';
import type { SecondFactor } from './second-factor.ts';
import { isStaffAccount } from './staff-connection.ts';
import type { ManagementScope, ManagementTokens } from './management-tokens.ts';
import { rateLimitHeaders } from './token-faults.ts';
import type { Verification } from './verification.ts';

/** The changes of a user that the emulator knows. */
const UserChange = z.strictObject({ blocked: z.boolean() });
const VerificationJob = z.object({
  user_id: z.string(),
  client_id: z.string().optional(),
  identity: z.object({ user_id: z.string(), provider: z.string() }).optional(),
});

/** The fields that the emulator knows. Auth0 rejects others. */
const NewTicket = z.strictObject({
  user_id: z.string(),
  send_mail: z.literal(false).optional(),
  allow_multiple_enrollments: z.boolean().optional(),
});

interface ManagementServices {
  readonly verification: Verification;
  readonly tokens: ManagementTokens;
  readonly scenario: CurrentScenario;
  readonly secondFactor: SecondFactor;
  /** Ends the remembered logins of an account and notifies the application. */
  readonly endLogins: (accountId: string) => Promise<void>;
}

/** The part of Auth0's Management API that the portal uses. */
export function managementRoutes(
  accounts: Accounts,
  { verification, tokens, endLogins, scenario, secondFactor }: ManagementServices,
): Router {
  const routes = Router();
  routes.use(rateLimit(), refuseRequests(scenario));

  routes.get('/users/:id', requireScope(tokens, 'read:users'), (request, response) => {
    const account = accounts.get(String(request.params['id']));
    if (account) response.json(toAuth0User(account));
    else sendError(response, 404, 'The user does not exist.', 'inexistent_user');
  });

  // The first enrollment that the user confirmed. Auth0 also lists the verified address of a user where it uses email as a factor:
  // https://github.com/auth0/auth0-java/issues/472. The scope is that of the user: https://auth0.com/docs/api/management/v2/users/get-enrollments
  routes.get('/users/:id/enrollments', requireScope(tokens, 'read:users'), (request, response) => {
    const account = accounts.get(String(request.params['id']));
    if (account) response.json(toEnrollments(account));
    else sendError(response, 404, 'The user does not exist.', 'inexistent_user');
  });

  // https://auth0.com/docs/api/management/v2/guardian/post-ticket
  routes.post(
    '/guardian/enrollments/ticket',
    requireScope(tokens, 'create:guardian_enrollment_tickets'),
    express.json(),
    (request, response) => {
      const body = NewTicket.safeParse(request.body);
      if (!body.success) {
        sendError(response, 400, `Payload validation error: ${z.prettifyError(body.error)}`, 'invalid_body');
        return;
      }
      const account = accounts.get(body.data.user_id);
      if (account) response.json(secondFactor.createTicket(account.id));
      else sendError(response, 404, 'The user does not exist.', 'inexistent_user');
    },
  );

  // Like Auth0, it responds in the same way if the user does not exist.
  routes.delete('/users/:id', requireScope(tokens, 'delete:users'), async (request, response) => {
    const id = String(request.params['id']);
    accounts.delete(id);
    await endLogins(id);
    response.status(204).end();
  });

  routes.patch('/users/:id', requireScope(tokens, 'update:users'), express.json(), async (request, response) => {
    const id = String(request.params['id']);
    const change = UserChange.safeParse(request.body);
    if (!change.success) {
      sendError(response, 400, `Payload validation error: ${z.prettifyError(change.error)}`, 'invalid_body');
      return;
    }
    accounts.setBlocked(id, change.data.blocked);
    if (change.data.blocked) await endLogins(id);
    const account = accounts.get(id);
    if (account) response.json(toAuth0User(account));
    else sendError(response, 404, 'The user does not exist.', 'inexistent_user');
  });

  routes.post('/jobs/verification-email', requireScope(tokens, 'update:users'), express.json(), (request, response) => {
    const job = VerificationJob.safeParse(request.body);
    if (!job.success) {
      sendError(response, 400, `Payload validation error: ${z.prettifyError(job.error)}`, 'invalid_body');
      return;
    }
    const account = accounts.get(job.data.user_id);
    if (!account) {
      sendError(response, 404, 'The user does not exist.', 'inexistent_user');
      return;
    }
    // The documentation of POST /api/v2/jobs/verification-email requires `identity` for social, enterprise and passwordless users.
    if (!account.id.startsWith('auth0|') && job.data.identity === undefined) {
      sendError(response, 400, 'The identity to verify is required for this user.', 'invalid_body');
      return;
    }
    verification.send(account);
    response.status(201).json({
      type: 'verification_email',
      status: 'pending',
      created_at: new Date().toISOString(),
      id: `job_${randomBytes(8).toString('hex')}`,
    });
  });

  routes.use((_request, response) => {
    sendError(response, 404, 'Not Found');
  });
  return routes;
}

const connections: Readonly<Record<string, string>> = {
  auth0: databaseConnection,
  waad: 'company-directory',
};

function toAuth0User(account: Account) {
  const [provider = '', userId = ''] = account.id.split('|');
  const isSocial = provider !== 'auth0' && provider !== 'email' && !isStaffAccount(account);
  const connection = connections[provider] ?? provider;
  return {
    user_id: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    name: account.name,
    nickname: account.nickname,
    picture: account.picture,
    ...(account.givenName === null ? {} : { given_name: account.givenName }),
    ...(account.familyName === null ? {} : { family_name: account.familyName }),
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    ...(account.lastLogin === null ? {} : { last_login: account.lastLogin }),
    logins_count: account.loginsCount,
    ...(account.passwordChangedAt !== undefined && { last_password_reset: account.passwordChangedAt }),
    ...(account.blocked === true && { blocked: true }),
    identities: [{ connection, provider, user_id: userId, isSocial }],
  };
}

function toEnrollments({ secondFactorAt }: Account): object[] {
  if (secondFactorAt == null) return [];
  const kind = { type: 'authenticator', auth_method: 'authenticator' };
  return [{ id: 'dev_0123456789abcdef', status: 'confirmed', ...kind, enrolled_at: secondFactorAt }];
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
};

/** Sends an error in the format of Auth0's Management API. */
function sendError(response: Response, statusCode: number, message: string, errorCode?: string): void {
  response.status(statusCode).json({ statusCode, error: statusTexts[statusCode], message, errorCode });
}

const refusals: Partial<Record<ScenarioName, [status: number, message: string, errorCode: string]>> = {
  management_bad_request: [
    400,
    'The operation is not supported for the connection of this user.',
    'operation_not_supported',
  ],
  management_forbidden: [403, 'Insufficient scope, expected any of: read:users', 'insufficient_scope'],
  management_user_missing: [404, 'The user does not exist.', 'inexistent_user'],
  management_rate_limited: [429, 'Global limit has been reached', 'too_many_requests'],
};

/** Refuses requests while a scenario says so. */
const refuseRequests =
  (scenario: CurrentScenario): RequestHandler =>
  (_request, response, next) => {
    const { name, description, retryAfter } = scenario.value;
    const refusal = refusals[name];
    if (!refusal) {
      next();
      return;
    }
    const [status, message, errorCode] = refusal;
    if (status === 429) response.set(rateLimitHeaders(retryAfter));
    sendError(response, status, description ?? message, errorCode);
  };

/** Requires a valid token with the scope. */
function requireScope(tokens: ManagementTokens, scope: ManagementScope): RequestHandler {
  return async (request, response, next) => {
    const [scheme, token] = request.get('authorization')?.split(' ') ?? [];
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined) {
      sendError(response, 401, 'Missing authentication');
      return;
    }
    let scopes: readonly string[];
    try {
      scopes = await tokens.scopesOf(token);
    } catch (error) {
      sendError(response, 401, tokenErrorMessage(error));
      return;
    }
    if (scopes.includes(scope)) next();
    else sendError(response, 403, `Insufficient scope, expected any of: ${scope}`, 'insufficient_scope');
  };
}

function tokenErrorMessage(error: unknown): string {
  if (error instanceof jose.JWTExpired) return 'Expired token received for JSON Web Token validation';
  if (error instanceof jose.JWTClaimValidationFailed && error.claim === 'aud') return 'Bad audience';
  return 'Invalid token';
}

const maxRequestsPerSecond = 50;

/** Limits the requests per second and sends Auth0's rate-limit headers. */
function rateLimit(): RequestHandler {
  let second = 0;
  let count = 0;
  return (_request, response, next) => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    response.set({
      'x-ratelimit-limit': String(maxRequestsPerSecond),
      'x-ratelimit-remaining': String(Math.max(0, maxRequestsPerSecond - count)),
      'x-ratelimit-reset': String(now + 1),
    });
    if (count <= maxRequestsPerSecond) next();
    else sendError(response, 429, 'Global limit has been reached', 'too_many_requests');
  };
}
