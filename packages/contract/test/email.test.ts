import { canonicalEmail, displayEmail, Email, emailMessages } from '../src/index.ts';

const messageOf = (address: string) => Email.safeParse(address).error?.issues[0]?.message;

describe('an email address', () => {
  it.each([
    ['моя@россия.рф', 'моя@xn--h1alffa9f.xn--p1ai'],
    ['моя@РОССИЯ.РФ', 'моя@xn--h1alffa9f.xn--p1ai'],
    ['a@xn--h1alffa9f.xn--p1ai', 'a@xn--h1alffa9f.xn--p1ai'],
    ['r&d@example.com', 'r&d@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['josé@example.com', 'josé@example.com'],
    ['JOSÉ@example.com', 'josé@example.com'],
    ['JOSE\u0301@example.com', 'josé@example.com'],
    ['МОЯ@почта.рф', 'моя@xn--80a1acny.xn--p1ai'],
    ['김@example.com'.normalize('NFD'), '김@example.com'],
    ['Strauß@example.com', 'strauß@example.com'],
    ['STRAUẞ@example.com', 'strauß@example.com'],
    ['ΓΙΩΡΓΟΣ@example.com', 'γιωργος@example.com'],
    ['γιωργος.σ@example.com', 'γιωργος.σ@example.com'],
    ['ΓΙΏΡΓΟΣ.ΣΣ1@example.com', 'γιώργος.σς1@example.com'],
    // As a program writes it that converts upper case letter by letter, or by Unicode's rule for a final sigma before a full stop.
    ['γιωργοσ@example.com', 'γιωργος@example.com'],
    ['γιωργοσ.π@example.com', 'γιωργος.π@example.com'],
    ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@straße.de', 'ada@xn--strae-oqa.de'],
    ['用户@例え。jp', '用户@xn--r8jz45g.jp'],
    // Source: RFC 3696 section 3
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    // Such addresses exist at Japanese mobile networks, although RFC 5321 asks for quotation marks around their local part.
    ['ada..king.@docomo.ne.jp', 'ada..king.@docomo.ne.jp'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is valid, and stored as %s', (typed, stored) => {
    expect(Email.parse(typed)).toBe(stored);
    expect(Email.parse(stored)).toBe(stored);
  });

  it.each([
    ['ada', emailMessages.email],
    ['@example.com', emailMessages.email],
    ['ada@', emailMessages.email],
    ['ada@king@example.com', emailMessages.email],
    ['a da@example.com', emailMessages.local],
    ['.ada@example.com', emailMessages.local],
    ['"ada"@example.com', emailMessages.local],
    ['ada,@example.com', emailMessages.local],
    [`${'é'.repeat(33)}@example.com`, emailMessages.local],
    // The Kelvin sign, a long s, a ligature and a full-width letter
    ['\u212Aim@example.com', emailMessages.local],
    ['ſam@example.com', emailMessages.local],
    ['ﬁona@example.com', emailMessages.local],
    ['ａda@example.com', emailMessages.local],
    // In upper case, `mıke` is `MIKE`. In lower case, `İ` is an i with two dots.
    ['mıke@example.com', emailMessages.local],
    ['İpek@example.com', emailMessages.local],
    // A dot that is not visible, and a variant of the Cyrillic o
    ['j\u0307ohn@example.com', emailMessages.local],
    ['б\u1C82б@example.com', emailMessages.local],
    ['i\u0307pek@example.com', emailMessages.local],
    ['a@xn--.com', emailMessages.domain],
    ['a@xn--a.com', emailMessages.domain],
    ['ada@localhost', emailMessages.domain],
    ['ada@example..com', emailMessages.domain],
    ['ada@-example.com', emailMessages.domain],
    ['ada@example.c', emailMessages.domain],
    ['ada@exa_mple.com', emailMessages.domain],
    ['ada@127.0.0.1', emailMessages.domain],
    ['ada@1.2', emailMessages.domain],
    ['ada@[127.0.0.1]', emailMessages.domain],
    ['ada@example.com:25', emailMessages.domain],
    ['ada@example.com/x', emailMessages.domain],
    ['ada@ex%61mple.com', emailMessages.domain],
    [`ada@${'b'.repeat(64)}.com`, emailMessages.domain],
    [`${'a'.repeat(64)}@${'b.'.repeat(94)}example.com`, emailMessages.long],
    [`ada@${'b'.repeat(2_000)}.com`, emailMessages.long],
  ])('%s is rejected, and the message says which part is wrong', (address, message) => {
    expect(messageOf(address)).toBe(message);
  });
});

it('a very long text is read quickly', () => {
  const before = process.cpuUsage();
  canonicalEmail(`a${'\u0301\u0323'.repeat(25_000)}@example.com`);
  // The processor time in microseconds, because the machine may do other work.
  expect(process.cpuUsage(before).user).toBeLessThan(200_000);
});

it('strauß@ and strauss@ are two addresses', () => {
  expect(Email.parse('strauß@example.com')).not.toBe(Email.parse('strauss@example.com'));
});

describe('an email address as people read it', () => {
  it.each([
    ['моя@xn--h1alffa9f.xn--p1ai', 'моя@россия.рф'],
    ['ada@xn--bcher-kva.example', 'ada@bücher.example'],
    ['用户@xn--r8jz45g.jp', '用户@例え.jp'],
    ['ada@example.com', 'ada@example.com'],
    // An address of a former version, or none at all.
    ['ada@xn--.com', 'ada@xn--.com'],
    ['ada', 'ada'],
  ])('has its domain in Unicode: %s as %s', (stored, shown) => {
    expect(displayEmail(stored)).toBe(shown);
  });

  it('keeps a domain in ASCII if it mixes Latin letters with letters that look like them', () => {
    const lookalike = Email.parse('ada@\u0430pple.com');
    expect(displayEmail(lookalike)).toBe('ada@xn--pple-43d.com');
  });
});
