import { randomInt } from 'node:crypto';
import {
  displayHost,
  formatUserCode,
  readingScopes,
  terminalClientName,
  ulidPattern,
  userCodeAlphabet,
  userCodeLength,
  type InputOf,
  type terminalOAuthCalls,
} from '@portal/contract';
import { databaseNow } from '../../../platform/db/clock.ts';
import { apiError, invalidField } from '../../../platform/errors/api-error.ts';
import { newId } from '../../../platform/lib/ids.ts';
import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import type { Services } from '../../../request/call/services.ts';
import type { Handlers } from '../../../request/call/types.ts';
import { rejectIfOverloaded } from '../../../request/stages/load-shedding.ts';
import { scopeExists } from '../../credentials/new-token-rules.ts';
import { pollDevice } from './poll-device.ts';
import { redeemCode } from './redeem-code.ts';
import { refreshLogin } from './refresh-login.ts';
import { requestLifetimeMs } from './request-lifetime.ts';

type TokenBody = InputOf<typeof terminalOAuthCalls.issueToken>['body'];

export const terminalOAuthHandlers: Handlers<typeof terminalOAuthCalls> = {
  async requestDeviceCode({ body }, { db, request, services }) {
    const clientId = knownClient(body.client_id);
    const scopes = requestedScopes(body.scope, services);
    const [deviceCode, userCode] = [createSecret(), createUserCode()];
    const { intervalSeconds } = await db.terminalRequest.create({
      data: {
        id: newId(),
        clientId,
        host: body.client_host === undefined ? null : displayHost(body.client_host),
        ip: request.ip,
        scopes,
        deviceCodeHash: hashSecret(deviceCode),
        userCodeHash: hashSecret(userCode),
        expiresAt: new Date((await databaseNow(db)).getTime() + requestLifetimeMs),
      },
    });
    return {
      device_code: deviceCode,
      user_code: formatUserCode(userCode),
      verification_uri: `${services.settings.PORTAL_URL}/device`,
      expires_in: requestLifetimeMs / 1_000,
      interval: intervalSeconds,
    };
  },

  async issueToken({ body }, { request, services }) {
    rejectIfOverloaded(services);
    const clientId = knownClient(body.client_id);
    switch (body.grant_type) {
      case 'authorization_code': {
        const grant = {
          clientId,
          code: required(body, 'code'),
          redirectUri: required(body, 'redirect_uri'),
          verifier: required(body, 'code_verifier'),
        };
        return redeemCode(grant, request, services);
      }
      case 'urn:ietf:params:oauth:grant-type:device_code':
        return pollDevice({ clientId, deviceCode: required(body, 'device_code') }, request, services);
      case 'refresh_token': {
        const grant = {
          clientId,
          refreshToken: required(body, 'refresh_token'),
          workspaceId: body.resource === undefined ? null : workspaceOf(body.resource, services),
          scopes: body.scope === undefined ? null : body.scope.split(' ').filter((scope) => scope !== ''),
        };
        return refreshLogin(grant, request, services);
      }
      default:
        throw apiError('UnsupportedGrantType');
    }
  },
};

function knownClient(clientId: string): string {
  if (terminalClientName(clientId) === undefined) throw apiError('UnknownClient');
  return clientId;
}

function required(body: TokenBody, name: keyof TokenBody): string {
  const value = body[name];
  if (value === undefined) throw invalidField(`body.${name}`, 'This parameter is required');
  return value;
}

/** The scopes that a client asks for, once each. */
function requestedScopes(text: string | undefined, { settings }: Services): string[] {
  const scopes = [...new Set(text?.split(' ').filter((scope) => scope !== '') ?? readingScopes)];
  if (scopes.length === 0 || !scopes.every((scope) => scopeExists(scope, settings))) throw apiError('InvalidScope');
  return scopes;
}

/** The id of the workspace with this URL at the API (RFC 8707). */
function workspaceOf(resource: string, { settings }: Services): string {
  const prefix = `${settings.AUTH_API_URL}/workspaces/`;
  const id = resource.startsWith(prefix) ? resource.slice(prefix.length).toUpperCase() : '';
  if (!ulidPattern.test(id)) throw apiError('InvalidTarget');
  return id;
}

const createUserCode = () =>
  Array.from({ length: userCodeLength }, () => userCodeAlphabet[randomInt(userCodeAlphabet.length)]).join('');
