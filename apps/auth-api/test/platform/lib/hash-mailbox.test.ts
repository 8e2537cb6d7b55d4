import { randomBytes } from 'node:crypto';
import { createMailboxHash } from '../../../src/platform/lib/hash-mailbox.ts';

describe('the hash of a mailbox', () => {
  const secret = randomBytes(32);
  const hashMailbox = createMailboxHash(secret);

  it('is the same for all spellings of a mailbox', () => {
    expect(hashMailbox('ada+x@example.com')).toBe(hashMailbox('ada@example.com'));
    expect(hashMailbox('a.da@googlemail.com')).toBe(hashMailbox('ada@gmail.com'));
    expect(hashMailbox('bob@example.com')).not.toBe(hashMailbox('ada@example.com'));
  });

  it('is the same in each process with the secret, and unknown without it', () => {
    expect(createMailboxHash(Buffer.from(secret))('ada@example.com')).toBe(hashMailbox('ada@example.com'));
    expect(createMailboxHash(randomBytes(32))('ada@example.com')).not.toBe(hashMailbox('ada@example.com'));
  });
});
