import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { jwsSignature } from '../src/keys/jws-signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const data = Buffer.from('signed');

/** A non-negative integer in DER. */
function integer(digits: string): Buffer {
  const bytes = Buffer.from(digits, 'hex');
  const padded = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
  return Buffer.concat([Buffer.of(2, padded.length), padded]);
}

describe('a signature of a token', () => {
  it.each([
    ['ff'.repeat(32), '7f'.repeat(32)],
    ['80'.padEnd(60, '1'), '01'],
    ['01'.padEnd(64, '2'), 'ff'.repeat(31)],
  ])('of r %s and s %s has 32 bytes of each', (r, s) => {
    const both = Buffer.concat([integer(r), integer(s)]);
    expect(jwsSignature(Buffer.concat([Buffer.of(0x30, both.length), both])).toString('hex')).toBe(
      r.padStart(64, '0') + s.padStart(64, '0'),
    );
  });

  it('is accepted by whoever has the public key', () => {
    for (let times = 0; times < 100; times++) {
      const signature = jwsSignature(sign('sha256', data, privateKey));
      expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    }
  });
});
