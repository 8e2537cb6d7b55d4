import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { pino, type Logger } from 'pino';
import { EmailLinks } from '../../../src/request/auth/email-links.ts';
import {
  keyPurposes,
  loadSigningKeys,
  type KeyPurpose,
  type SigningKeyFolder,
  type SigningKeys,
} from '../../../src/request/auth/signing-keys.ts';
import { WorkspaceEventTokens } from '../../../src/request/auth/workspace-event-tokens.ts';
import { LogoutTokens } from '../../../src/request/auth/logout-tokens.ts';
import { Tokens } from '../../../src/request/auth/tokens.ts';

const settings = {
  AUTH_API_URL: 'https://auth.example.com',
  TOKEN_ISSUER: 'https://auth.example.com',
  FORMER_TOKEN_ISSUERS: [],
};
const log = pino({ level: 'silent' });
const claims = {
  kind: 'api',
  id: 'token-id',
  principalId: 'user-id',
  isServiceAccount: false,
  workspaceId: 'workspace-id',
  isForApi: true,
} as const;
const scopes = ['members:read'];
const inOneHour = () => new Date(Date.now() + 3_600_000);

/** Signs a token of a kind with `claims`. */
const signKind = (kind: 'api' | 'instance', signer: Tokens) =>
  kind === 'api'
    ? signer.signApiToken({ ...claims, scopes }, inOneHour())
    : signer.signInstanceToken(
        { ...claims, userId: claims.principalId, sessionId: 'session-id' },
        { issuedAt: new Date(), expiresAt: inOneHour() },
      );

let folder: string;
let keys: SigningKeyFolder;
let tokens: Tokens;
let links: EmailLinks;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
  keys = await loadSigningKeys(folder, log, { createsMissing: true });
  tokens = new Tokens(keys, settings, log);
  links = new EmailLinks(keys.link, settings, log);
});
afterAll(async () => {
  keys.close();
  await rm(folder, { recursive: true });
});

interface Changes {
  readonly purpose?: KeyPurpose;
  readonly typ?: string | undefined;
  readonly kid?: string | undefined;
  readonly issuer?: string;
  readonly audience?: string;
  readonly jti?: string | undefined;
  readonly subject?: string | undefined;
  readonly payload?: Record<string, unknown>;
  readonly expires?: boolean;
  readonly privateKey?: SigningKeys['current']['privateKey'];
}

/** Signs a token with our own key of the purpose, with these changes. */
function sign(original: Changes, changes: Changes): Promise<string> {
  const { purpose = 'api' } = { ...original, ...changes };
  const key = keys[purpose].current;
  const token = { issuer: settings.TOKEN_ISSUER, kid: key.kid, expires: true, ...original, ...changes };
  const jwt = new SignJWT(token.payload)
    .setProtectedHeader({
      alg: 'ES256',
      ...(token.kid !== undefined && { kid: token.kid }),
      ...(token.typ !== undefined && { typ: token.typ }),
    })
    .setIssuer(token.issuer)
    .setAudience(token.audience ?? '');
  if (token.jti !== undefined) jwt.setJti(token.jti);
  if (token.subject !== undefined) jwt.setSubject(token.subject);
  if (token.expires) jwt.setExpirationTime(inOneHour());
  return jwt.sign(token.privateKey ?? key.privateKey);
}

const failing: SigningKeys = {
  get current() {
    return keys.api.current;
  },
  find() {
    throw new RangeError('a bug');
  },
};

describe('API and instance tokens', () => {
  const original: Changes = {
    typ: 'api+jwt',
    audience: 'auth-api',
    jti: 'token-id',
    subject: 'user-id',
    payload: { workspaceId: 'workspace-id' },
  };

  it.each(['api', 'instance'] as const)('an %s token contains the claims that it was signed with', async (kind) => {
    expect(await tokens.verify(await signKind(kind, tokens))).toEqual({ ...claims, kind });
  });

  it.each([
    [['members:read'], ['auth-api']],
    [['platform'], ['workspace-id']],
    [
      ['members:read', 'platform'],
      ['auth-api', 'workspace-id'],
    ],
  ])('an API token with the scopes %j is for %j, and the API accepts it', async (granted, audience) => {
    const token = await tokens.signApiToken({ ...claims, scopes: granted }, inOneHour());
    expect(decodeJwt(token)).toMatchObject({ scope: granted.join(' '), aud: audience });
    expect(await tokens.verify(token)).toEqual({ ...claims, isForApi: audience.includes('auth-api') });
  });

  it('the token of a service account says that it is none of a user', async () => {
    const ofServiceAccount = { ...claims, isServiceAccount: true };
    const token = await tokens.signApiToken({ ...ofServiceAccount, scopes }, inOneHour());
    expect(decodeJwt(token)).toMatchObject({ sub: 'user-id', principal: 'service_account' });
    expect(await tokens.verify(token)).toEqual(ofServiceAccount);
  });

  it('a token that another program signs in the same way is accepted', async () => {
    expect(await tokens.verify(await sign(original, {}))).toEqual(claims);
  });

  it('a token that expired long ago is accepted only by a call that takes tokens of any age', async () => {
    const expired = await tokens.signApiToken({ ...claims, scopes }, new Date(Date.now() - 400 * 86_400_000));
    expect(await tokens.verify(expired)).toBeNull();
    expect(await tokens.verifyOfAnyAge(expired)).toEqual(claims);
    expect(await tokens.verifyOfAnyAge(`${expired.slice(0, -86)}${'A'.repeat(86)}`)).toBeNull();
  });

  it.each<[string, Changes]>([
    ['without a type', { typ: undefined }],
    ['of an unknown type', { typ: 'JWT' }],
    ['of the other type', { typ: 'instance+jwt' }],
    ['of the other type, audience and id of a key', { typ: 'instance+jwt', audience: 'instance' }],
    ['of an email link', { typ: 'email-link+jwt' }],
    ['without a key id', { kid: undefined }],
    ['of an unknown key', { kid: 'unknown' }],
    ['of another issuer', { issuer: 'https://other.example.com' }],
    ['for another audience', { audience: 'instance' }],
    ['that never expires', { expires: false }],
    ['without an id', { jti: undefined }],
    ['without a user', { subject: undefined }],
    ['without a workspace', { payload: {} }],
  ])('a token %s is not accepted', async (_title, changes) => {
    expect(await tokens.verify(await sign(original, changes))).toBeNull();
  });

  it('a token that another key signed is not accepted', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    expect(await tokens.verify(await sign(original, { privateKey }))).toBeNull();
  });

  it.each(['', 'text', 'a.b.c'])('%j is not accepted', async (text) => {
    expect(await tokens.verify(text)).toBeNull();
  });

  it('a bug is not reported as an invalid token', async () => {
    const token = await sign(original, {});
    await expect(new Tokens({ api: failing, instance: failing }, settings, log).verify(token)).rejects.toThrow(
      new RangeError('a bug'),
    );
  });
});

describe('links in invitation emails', () => {
  const original: Changes = {
    purpose: 'link',
    typ: 'email-link+jwt',
    audience: 'invitation-emails',
    subject: 'address-hash',
  };

  it('a link contains the address hash that it was signed with, and its action', async () => {
    const token = await links.sign('address-hash');
    expect(await links.verify(token)).toBe('address-hash');
    expect(links.url('stop', token)).toBe(`https://auth.example.com/invitation-emails/stop?token=${token}`);
  });

  it('a link that another program signs in the same way is accepted', async () => {
    expect(await links.verify(await sign(original, {}))).toBe('address-hash');
  });

  it.each<[string, Changes]>([
    ['of another type', { typ: 'api+jwt' }],
    ['without a key id', { kid: undefined }],
    ['of an unknown key', { kid: 'unknown' }],
    ['of another issuer', { issuer: 'https://other.example.com' }],
    ['for another audience', { audience: 'auth-api' }],
    ['that never expires', { expires: false }],
    ['without an address', { subject: undefined }],
  ])('a link %s is not accepted', async (_title, changes) => {
    expect(await links.verify(await sign(original, changes))).toBeNull();
  });

  it('a bug is not reported as an invalid link', async () => {
    const token = await sign(original, {});
    await expect(new EmailLinks(failing, settings, log).verify(token)).rejects.toThrow(new RangeError('a bug'));
  });
});

describe('at another host name', () => {
  const former = settings.TOKEN_ISSUER;
  const moved = { AUTH_API_URL: 'https://auth.example.org', TOKEN_ISSUER: 'https://auth.example.org' };
  const lines: string[] = [];
  let recordingLog: Logger;
  const kinds = ['api', 'instance'] as const;

  // Of each log, a warning is limited to one a minute.
  beforeEach(() => {
    lines.length = 0;
    recordingLog = pino({}, { write: (line: string) => lines.push(line) });
  });

  it('tokens and links of a former issuer are accepted, and new ones name the new issuer', async () => {
    const settingsWithFormer = { ...moved, FORMER_TOKEN_ISSUERS: ['https://older.example.org', former] };
    const newTokens = new Tokens(keys, settingsWithFormer, recordingLog);
    const newLinks = new EmailLinks(keys.link, settingsWithFormer, recordingLog);
    for (const kind of kinds) {
      expect(await newTokens.verify(await signKind(kind, tokens))).toEqual({ ...claims, kind });
      expect(decodeJwt(await signKind(kind, newTokens)).iss).toBe('https://auth.example.org');
    }
    expect(await newLinks.verify(await links.sign('address-hash'))).toBe('address-hash');
    expect(lines).toEqual([]);
  });

  it('tokens, links and logout tokens keep an issuer that is set, and links lead to the new host name', async () => {
    const kept = { ...moved, TOKEN_ISSUER: former, FORMER_TOKEN_ISSUERS: [] };
    const logout = { userId: 'user-id', sessionId: 'session-id', workspaceId: 'workspace-id', endedAt: new Date() };
    const newLinks = new EmailLinks(keys.link, kept, log);
    const link = await newLinks.sign('address-hash');
    const signed = [
      await signKind('api', new Tokens(keys, kept, log)),
      await new LogoutTokens(keys.logout, kept).sign(logout),
      link,
    ];
    expect(signed.map((token) => decodeJwt(token).iss)).toEqual([former, former, former]);
    expect(newLinks.url('stop', link)).toBe(`https://auth.example.org/invitation-emails/stop?token=${link}`);
  });

  it('those of an issuer that is not listed are rejected, and the log says what to set, without the token', async () => {
    const unlisted = { ...moved, FORMER_TOKEN_ISSUERS: [] };
    const token = await signKind('api', tokens);
    const link = await links.sign('address-hash');
    expect(await new Tokens(keys, unlisted, recordingLog).verify(token)).toBeNull();
    expect(await new EmailLinks(keys.link, unlisted, recordingLog).verify(link)).toBeNull();
    expect(lines).toEqual([expect.stringMatching(/"rejected":1.*FORMER_TOKEN_ISSUERS/)]);
    expect(lines.join()).not.toMatch(new RegExp(`${token}|${link}`));
  });

  it('a forged token of another issuer causes no warning', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const newTokens = new Tokens(keys, { ...moved, FORMER_TOKEN_ISSUERS: [] }, recordingLog);
    const forged = await sign({ typ: 'api+jwt', audience: 'auth-api' }, { privateKey });
    expect(await newTokens.verify(forged)).toBeNull();
    expect(lines).toEqual([]);
  });
});

describe('a key', () => {
  const tokenOf: Readonly<Record<KeyPurpose, Changes>> = {
    api: { typ: 'api+jwt', audience: 'auth-api', payload: { workspaceId: 'workspace-id' } },
    instance: { typ: 'instance+jwt', audience: 'instance', payload: { workspaceId: 'workspace-id' } },
    logout: { typ: 'logout+jwt', audience: 'workspace-id', payload: { sid: 'session-id' } },
    event: { typ: 'secevent+jwt', audience: 'workspace-id', payload: { events: {} } },
    link: { typ: 'email-link+jwt', audience: 'invitation-emails' },
  };
  const accepts = async (token: string) =>
    (await tokens.verify(token)) !== null || (await links.verify(token)) !== null;
  const pairs = keyPurposes.flatMap((purpose) => keyPurposes.map((key) => [key, purpose] as const));

  it.each(pairs)('for %s signs what is accepted as %s only if both are the same', async (key, purpose) => {
    const claimed = { ...tokenOf[purpose], jti: 'token-id', subject: 'user-id' };
    // Our own logout tokens and events are for instances only.
    const isAccepted = key === purpose && !['logout', 'event'].includes(purpose);
    expect(await accepts(await sign(claimed, { purpose: key }))).toBe(isAccepted);
    // The id of the right key does not help.
    const { privateKey } = keys[key].current;
    expect(await accepts(await sign(claimed, { purpose, privateKey }))).toBe(isAccepted);
  });

  it('is named by the tokens that it signs', async () => {
    const event = { revision: 1, displayName: 'Staging', approvalsEnabled: false, members: [] };
    const logout = { userId: 'user-id', sessionId: 'session-id', workspaceId: 'workspace-id', endedAt: new Date() };
    const signed = {
      api: await signKind('api', tokens),
      instance: await signKind('instance', tokens),
      logout: await new LogoutTokens(keys.logout, settings).sign(logout),
      event: await new WorkspaceEventTokens(keys.event, settings).sign('workspace-id', event),
      link: await links.sign('address-hash'),
    };
    for (const purpose of keyPurposes)
      expect(decodeProtectedHeader(signed[purpose]).kid).toBe(keys[purpose].current.kid);
  });
});
