import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, SignJWT } from 'jose';
import { pino } from 'pino';
import { UnsubscribeLinks } from '../../src/auth/tokens/unsubscribe-links.ts';
import { loadSigningKeys, type SigningKeys } from '../../src/auth/signing-keys.ts';
import { Tokens } from '../../src/auth/tokens/tokens.ts';

const settings = { AUTH_API_URL: 'https://auth.example.com' };
const claims = { kind: 'api', id: 'token-id', userId: 'user-id', workspaceId: 'workspace-id' } as const;
const inOneHour = () => new Date(Date.now() + 3_600_000);

let folder: string;
let keys: SigningKeys;
let tokens: Tokens;
let links: UnsubscribeLinks;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
  keys = await loadSigningKeys(folder, pino({ level: 'silent' }), { createsFirstKey: true });
  tokens = new Tokens(keys, settings);
  links = new UnsubscribeLinks(keys, settings);
});
afterAll(async () => {
  keys.close();
  await rm(folder, { recursive: true });
});

interface Changes {
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

/** Signs a token with our own key, with these changes. */
function sign(original: Changes, changes: Changes): Promise<string> {
  const token = { issuer: settings.AUTH_API_URL, kid: keys.current.kid, expires: true, ...original, ...changes };
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
  return jwt.sign(token.privateKey ?? keys.current.privateKey);
}

const failing: SigningKeys = {
  get current() {
    return keys.current;
  },
  find() {
    throw new RangeError('a bug');
  },
  publicJwks: () => keys.publicJwks(),
  close() {},
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
    expect(await tokens.verify(await tokens.sign({ ...claims, kind }, inOneHour()))).toEqual({ ...claims, kind });
  });

  it('a token that another program signs in the same way is accepted', async () => {
    expect(await tokens.verify(await sign(original, {}))).toEqual(claims);
  });

  it.each<[string, Changes]>([
    ['without a type', { typ: undefined }],
    ['of an unknown type', { typ: 'JWT' }],
    ['of the other type', { typ: 'instance+jwt' }],
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
    await expect(new Tokens(failing, settings).verify(token)).rejects.toThrow(new RangeError('a bug'));
  });
});

describe('links in invitation emails', () => {
  const original: Changes = { typ: 'email-link+jwt', audience: 'invitation-emails', subject: 'address-hash' };

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
    await expect(new UnsubscribeLinks(failing, settings).verify(token)).rejects.toThrow(new RangeError('a bug'));
  });
});
