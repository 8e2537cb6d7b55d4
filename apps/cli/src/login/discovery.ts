import { PortalError } from '@portal/client';
import { usageError } from '../errors.ts';
import { parseSecureUrl } from '../urls.ts';
import { readString, requestJson, type Transport } from './oauth-request.ts';

/** Where an account portal logs clients in (RFC 8414). */
export interface AuthorizationServer {
  readonly issuer: string;
  /** A page of the portal. */
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly deviceAuthorizationEndpoint: string;
  readonly scopes: readonly string[];
}

/**
 * The API must call itself as it was called, or as `expectedIssuer`: otherwise a server could send the browser to another portal, whose code it
 * would then get (RFC 8414, section 3.3).
 */
export async function discover(
  transport: Transport,
  url: string,
  expectedIssuer: string = url,
): Promise<AuthorizationServer> {
  const json = await requestJson(transport, `${url}/.well-known/oauth-authorization-server`).catch((error: unknown) => {
    if (
      !(error instanceof PortalError) ||
      error.type !== 'UnexpectedResponse' ||
      ![200, 404].includes(error.status ?? 0)
    )
      throw error;
    throw usageError(
      `${url} is not the URL of the API. The API has another address than the portal: ask its operator.`,
    );
  });
  const readUrl = (name: string) => {
    const text = readString(json, name);
    // A browser opens one of them, and tokens go to the others.
    if (parseSecureUrl(text) !== null) return text;
    throw new PortalError('UnexpectedResponse', `The ${name} of the API is not a secure URL.`, { status: 200 });
  };
  const issuer = readString(json, 'issuer');
  if (issuer !== expectedIssuer)
    throw usageError(
      `The API at ${url} calls itself ${issuer}. If its operator says that this is right, add --issuer ${issuer}`,
    );
  return {
    issuer,
    authorizationEndpoint: readUrl('authorization_endpoint'),
    tokenEndpoint: readUrl('token_endpoint'),
    deviceAuthorizationEndpoint: readUrl('device_authorization_endpoint'),
    scopes: readTexts(json['scopes_supported']),
  };
}

const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
