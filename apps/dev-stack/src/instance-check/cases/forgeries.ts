import { now, type TokenChanges } from '../portal.ts';

interface ForgedToken {
  readonly name: string;
  readonly what: string;
  readonly fix: string;
  readonly changes: () => TokenChanges;
}

const verifySignature = 'Verify each token with the keys of jwks_uri, by ES256 only.';

/** What no receiver may accept, whichever kind of token it is. */
export const forgeries: readonly ForgedToken[] = [
  {
    name: 'unsigned',
    what: 'that is unsigned (alg none)',
    fix: verifySignature,
    changes: () => ({ forgery: 'unsigned' }),
  },
  {
    name: 'unknown-key',
    what: 'of an unknown key',
    fix: verifySignature,
    changes: () => ({ forgery: 'unknown key' }),
  },
  {
    name: 'foreign-signature',
    what: 'with the id of our key and the signature of another',
    fix: verifySignature,
    changes: () => ({ forgery: 'foreign signature' }),
  },
  {
    name: 'symmetric',
    what: 'signed by HS256 with the public key as the secret',
    fix: verifySignature,
    changes: () => ({ forgery: 'HS256 with the public key' }),
  },
  {
    name: 'other-purpose',
    what: 'of a key that signs another kind of token',
    fix: 'Compare the prefix of the key’s id (kid) with the kind of token.',
    changes: () => ({ forgery: 'key of another purpose' }),
  },
  {
    name: 'wrong-type',
    what: 'of another type (typ)',
    fix: 'Compare typ in the header with the kind of token.',
    changes: () => ({ typ: 'api+jwt' }),
  },
  {
    name: 'wrong-audience',
    what: 'for another audience',
    fix: 'Compare aud with the audience in the table of tokens.',
    changes: () => ({ claims: { aud: 'elsewhere' } }),
  },
  {
    name: 'wrong-issuer',
    what: 'of another issuer',
    fix: 'Compare iss with the issuer in /.well-known/oauth-authorization-server.',
    changes: () => ({ claims: { iss: 'https://issuer.example' } }),
  },
];

/** Events have no expiry. */
export const expired: ForgedToken = {
  name: 'expired',
  what: 'that has expired',
  fix: 'Compare exp with the time of now.',
  changes: () => ({ claims: { iat: Math.floor(now()) - 7_200, exp: Math.floor(now()) - 3_600 } }),
};
