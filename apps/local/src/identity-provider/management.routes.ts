import { randomBytes } from 'node:crypto';
import express, { Router } from 'express';
import * as z from 'zod';
import type { Account, Accounts } from './accounts.ts';
import { isOfCompanyConnection } from './company-connection.ts';
import { allow, rateLimit, refuse } from './management-errors.ts';
import type { ManagementTokens } from './management-tokens.ts';
import type { Verification } from './verification.ts';

const VerificationJob = z.object({ user_id: z.string(), client_id: z.string().optional() });

/** The part of Auth0's Management API that the portal uses. */
export function managementRoutes(accounts: Accounts, verification: Verification, tokens: ManagementTokens): Router {
  const routes = Router();
  routes.use(rateLimit());

  routes.get('/users/:id', allow(tokens, 'read:users'), (request, response) => {
    const account = accounts.get(String(request.params['id']));
    if (account) response.json(present(account));
    else refuse(response, 404, 'The user does not exist.', 'inexistent_user');
  });

  routes.post('/jobs/verification-email', allow(tokens, 'update:users'), express.json(), (request, response) => {
    const job = VerificationJob.safeParse(request.body);
    if (!job.success) {
      refuse(response, 400, `Payload validation error: ${z.prettifyError(job.error)}`, 'invalid_body');
      return;
    }
    const account = accounts.get(job.data.user_id);
    if (!account) {
      refuse(response, 404, 'The user does not exist.', 'inexistent_user');
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
    refuse(response, 404, 'Not Found');
  });
  return routes;
}

const connections: Readonly<Record<string, string>> = {
  auth0: 'Username-Password-Authentication',
  waad: 'company-directory',
};

function present(account: Account) {
  const [provider = '', userId = ''] = account.id.split('|');
  const isSocial = provider !== 'auth0' && !isOfCompanyConnection(account);
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
    identities: [{ connection, provider, user_id: userId, isSocial }],
  };
}
