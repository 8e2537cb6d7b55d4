import { PortalError } from '@portal/client';
import { parseSecureUrl } from '../urls.ts';
import { readString, requestJson, type Transport } from './oauth-request.ts';

/** Where an account portal logs clients in (RFC 8414). */
export interface AuthorizationServer {
  readonly issuer: string;
  /** A page of the portal. */
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly deviceAuthorizationEndpoint: string;
}

export async function discover(transport: Transport, url: string): Promise<AuthorizationServer> {
  const json = await requestJson(transport, `${url}/.well-known/oauth-authorization-server`);
  const readUrl = (name: string) => {
    const text = readString(json, name);
    // A browser opens one of them, and tokens go to the others.
    if (parseSecureUrl(text) !== null) return text;
    throw new PortalError('UnexpectedResponse', `The ${name} of the API is not a secure URL.`, { status: 200 });
  };
  return {
    issuer: readString(json, 'issuer'),
    authorizationEndpoint: readUrl('authorization_endpoint'),
    tokenEndpoint: readUrl('token_endpoint'),
    deviceAuthorizationEndpoint: readUrl('device_authorization_endpoint'),
  };
}
