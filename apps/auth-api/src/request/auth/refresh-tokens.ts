import { createHmac } from 'node:crypto';
import { hashSecret } from './secrets.ts';

// The refresh tokens of terminal logins. Each is derived from its predecessor with a key of the login, and the first from the code of the
// login. So a client that asks twice gets the same successor, and every earlier token is recognised without being stored.

/** What a refresh token says. */
export interface RefreshToken {
  readonly sessionId: string;
  /** How many tokens of the login it replaces. */
  readonly generation: number;
  readonly secret: string;
}

/** Of a row of `terminal_logins`. */
export interface TokenChain {
  readonly chainKey: Uint8Array;
  readonly secretHash: string;
  readonly generation: number;
}

const format = /^([0-9A-HJKMNP-TV-Z]{26})\.(\d{1,6})\.([\w-]{43})$/;

export const formatRefreshToken = ({ sessionId, generation, secret }: RefreshToken): string =>
  `${sessionId}.${generation}.${secret}`;

/** Null for any other text. */
export function parseRefreshToken(text: string): RefreshToken | null {
  const [, sessionId, generation, secret] = format.exec(text) ?? [];
  if (sessionId === undefined || secret === undefined) return null;
  return { sessionId, generation: Number(generation), secret };
}

export const successorOf = (secret: string, { chainKey }: Pick<TokenChain, 'chainKey'>): string =>
  createHmac('sha256', chainKey).update(secret).digest('base64url');

/** Older tokens are rejected, but do not end their login. A login that is refreshed every hour for 90 days has 2,160. */
const maxAge = 5_000;

/** How many tokens of a login have replaced this one: 0 for the current one. Null for a token that the login never had. */
export function ageOf({ generation, secret }: RefreshToken, chain: TokenChain): number | null {
  const age = chain.generation - generation;
  if (age < 0 || age > maxAge) return null;
  let latest = secret;
  for (let step = 0; step < age; step += 1) latest = successorOf(latest, chain);
  return hashSecret(latest) === chain.secretHash ? age : null;
}
