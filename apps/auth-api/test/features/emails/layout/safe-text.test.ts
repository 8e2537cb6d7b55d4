import { quoteName, toSafeAddress, toSafeText } from '../../../../src/features/emails/layout/safe-text.ts';

it.each([
  ['Acme', '“Acme”'],
  ['Acme” closes your account. “', '“Acme’ closes your account. ’”'],
  ['"A" «B» ＂C＂ „D‟', '“’A’ ’B’ ’C’ ’D’”'],
])('the name %j is quoted as %s, so that it cannot end the quotation', (name, quoted) =>
  expect(quoteName(name)).toBe(quoted),
);

describe('a name in an email', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['O’Brien & Co. (UK)', 'O’Brien & Co. (UK)'],
    ['John A. Smith Jr.', 'John A. Smith Jr.'],
    ['李小龙', '李小龙'],
    ['Acme (Holdings Ltd.)', 'Acme (Holdings Ltd.)'],
    ['“Acme Inc.”, Smith Jr., etc.', '“Acme Inc.”, Smith Jr., etc.'],
    ['And so on...?', 'And so on...?'],
    ['\u0639\u0644\u06CC\u200C\u0631\u0636\u0627', '\u0639\u0644\u06CC\u200C\u0631\u0636\u0627'],
    ['li.wei', 'li. wei'],
    ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
    ['evil.com', 'evil. com'],
    ['Pay now at www.evil.com/login', 'Pay now at www. evil. com login'],
    ['https://evil.com?a=b', 'https evil. com?a=b'],
    ['javascript:alert(1)', 'javascript alert(1)'],
    ['ceo@evil.com', 'ceo evil. com'],
    ['evil。com and evil．com', 'evil. com and evil. com'],
    ['evil.\u200bcom', 'evil. com'],
    ['mailto:a@b', 'mailto a b'],
    ['\\\\evil\\share', 'evil share'],
    ['one\r\nBcc: two', 'one Bcc two'],
    ['\u202egnp.exe', 'gnp. exe'],
    ['  spaces   inside ', 'spaces inside'],
    ['Call 08001234567 now', 'Call … now'],
    ['Call +49 (0)30 123-4567', 'Call …'],
    ['Call ٠١٢٣٤٥', 'Call …'],
    ['Due 2026-11-24', 'Due …'],
    ['Call 555.123.4567', 'Call …'],
    ['Team 12345, room 7a', 'Team 12345, room 7a'],
    ['Plan 2026 for 12 people', 'Plan 2026 for 12 people'],
  ])('%j is shown as %j', (input, shown) => expect(toSafeText(input)).toBe(shown));

  it.each([
    'evil.com',
    'www.evil.co.uk',
    'evil...com',
    'evil。com．net｡org',
    '收费.公司',
    'col·lecció.cat',
    'evil.\u200b\u200bcom',
    'evil.@com',
    '1.2.3.4',
    'evil.\u0301com',
    'evil.-com',
    'evil._com',
    'evil.\u00adcom',
    'evil.\u{1F600}.com',
    'xn--80a.xn--p1ai',
  ])('has no dot between the characters of %j', (input) =>
    expect(toSafeText(input)).not.toMatch(/[.。．｡․﹒][\p{L}\p{M}\p{N}_-]/u),
  );

  it('is truncated to 60 whole characters, with an ellipsis', () => {
    expect(toSafeText('a'.repeat(60))).toBe('a'.repeat(60));
    expect(toSafeText('a'.repeat(61))).toBe(`${'a'.repeat(59)}…`);
    const accented = 'e\u0301';
    expect(toSafeText(accented.repeat(60))).toBe(accented.repeat(60));
    expect(toSafeText(accented.repeat(61))).toBe(`${accented.repeat(59)}…`);
    expect(toSafeText(`${'a'.repeat(58)} b${'c'.repeat(9)}`)).toBe(`${'a'.repeat(58)}…`);
  });

  it('has at most four combining marks per character and 180 code points', () => {
    const marks = '\u0301'.repeat(900);
    expect(toSafeText(`Z${marks}algo`)).toBe(`Z${marks.slice(0, 4)}algo`);
    expect(Array.from(toSafeText(`a${marks.slice(0, 4)}`.repeat(60)))).toHaveLength(176);
    expect(Array.from(toSafeText('\u1100'.repeat(900))).length).toBeLessThanOrEqual(180);
  });

  it('is processed quickly, however long it is', () => {
    const before = process.cpuUsage();
    expect(toSafeText('a\u0301'.repeat(1_000_000))).toHaveLength(2 * 59 + 1);
    expect(toSafeText('e\u0301\u0316'.repeat(1))).toBe('e\u0301\u0316');
    // The processor time in microseconds, because the machine may do other work.
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });
});

describe('an email address in an email', () => {
  it.each([
    ['ada.lovelace+si@example.co.uk', 'ada.lovelace+si@example.co.uk'],
    ['http://evil.com/x@example.com', 'http evil. com x example. com'],
    ['josé@example.com', 'josé@example.com'],
    [`${'a'.repeat(300)}@example.com`, `${'a'.repeat(59)}…`],
    ['моя@xn--h1alffa9f.xn--p1ai', 'моя@россия.рф'],
    ['r&d@example.com', 'r&d@example.com'],
  ])('%s is shown as %s', (input, shown) => expect(toSafeAddress(input)).toBe(shown));
});
