import { normalizeMailbox } from '../src/index.ts';

describe('the mailbox of an address', () => {
  it.each([
    ['ada@example.com', ['ada@example.com', 'ada+news@example.com', 'ada+a+b@example.com']],
    ['ada.king@example.com', ['ada.king@example.com', 'ada.king+news@example.com']],
    [
      'victimperson@gmail.com',
      [
        'v.ictim.person@gmail.com',
        'vi.ctim.person@gmail.com',
        'victim.per.son@gmail.com',
        'victimperson@googlemail.com',
        'victimperson@gmail.com',
        'victimperson+a.b@gmail.com',
      ],
    ],
    ['ada@icloud.com', ['ada@icloud.com', 'ada@me.com', 'ada+x@mac.com']],
    ['adaking@proton.me', ['ada.king@proton.me', 'ada_king+x@protonmail.com', 'ada-king@pm.me']],
    ['ada@fastmail.com', ['ada@fastmail.com', 'ada+shop@fastmail.com', 'shop@ada.fastmail.com']],
    ['base@yahoo.com', ['base-shop@yahoo.com', 'base-news@yahoo.com', 'base+x@yahoo.com']],
    ['ada-king@outlook.com', ['ada-king@outlook.com', 'ada-king+x@outlook.com']],
  ])('is %s for %j', (mailbox, addresses) => {
    expect(addresses.map(normalizeMailbox)).toEqual(addresses.map(() => mailbox));
  });

  it.each([
    ['a.da@example.com', 'ada@example.com'],
    ['a.da@outlook.com', 'ada@outlook.com'],
    ['ada@gmail.com', 'ada@example.com'],
    ['ada@outlook.com', 'ada@hotmail.com'],
    ['ada@fastmail.com', 'ada@fastmail.fm'],
    ['shop@ada.example.com', 'ada@example.com'],
    ['ada@notgmail.com', 'ada@gmail.com'],
    ['+one@example.com', '+two@example.com'],
  ])('%s is another one than that of %s', (one, other) => {
    expect(normalizeMailbox(one)).not.toBe(normalizeMailbox(other));
  });
});
