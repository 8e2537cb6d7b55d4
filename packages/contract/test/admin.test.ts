import {
  LockReasonInput,
  StaffId,
  isInDomain,
  lockUntilError,
  isRestorable,
  reportPeriodError,
  loginMethodPhrase,
  restoreDeadline,
  searchQueryError,
  signupMethodOf,
} from '../src/index.ts';

describe('[5.admin] the admin rules', () => {
  it.each([
    ['auth0|5f7c8ec7', 'Password'],
    ['google-oauth2|1', 'Google'],
    ['github|1', 'GitHub'],
    ['acme-sso|a|b', 'acme-sso'],
  ])('%s signed up with %s', (auth0Id, method) => expect(signupMethodOf(auth0Id)).toBe(method));

  it.each([
    ['auth0|1', 'a password'],
    ['email|1', 'an emailed code'],
    ['sms|1', 'a text message'],
    ['google-oauth2|1', 'Google'],
    ['acme-sso|1', 'acme-sso'],
  ])('%s logs in with %s', (auth0Id, phrase) => expect(loginMethodPhrase(signupMethodOf(auth0Id))).toBe(phrase));

  it.each([
    ['2024-08-14', '2024-08-14', null],
    ['2024-01-01', '2024-12-31', null],
    ['2023-01-01', '2024-01-02', 'A report covers at most 366 days'],
    ['2024-08-15', '2024-08-14', 'The end date is before the start date'],
  ])('a report from %s to %s has the error %j', (start, end, message) =>
    expect(reportPeriodError(start, end)?.message ?? null).toBe(message),
  );

  it('a workspace can be restored for 30 days', () => {
    const deletedAt = '2026-01-01T00:00:00.000Z';
    expect(isRestorable(deletedAt, new Date('2026-01-31T00:00:00.000Z'))).toBe(true);
    expect(isRestorable(deletedAt, new Date('2026-01-31T00:00:00.001Z'))).toBe(false);
  });

  it('a lock ends in the future and has a reason in one line of plain text', () => {
    const now = new Date('2026-01-01T00:00:00.000Z');
    expect(lockUntilError('2026-01-01T00:00:00.001Z', now)).toBeNull();
    expect(lockUntilError('2026-01-01T00:00:00.000Z', now)).toBe('Choose a time in the future');
    expect(LockReasonInput.parse(' Unpaid: see ticket #42 (“urgent”) ')).toBe('Unpaid: see ticket #42 (“urgent”)');
    const errorOf = (text: string) => LockReasonInput.safeParse(text).error?.issues[0]?.message;
    expect(errorOf('<b>')).toBe('Remove < and >');
    for (const text of ['a\nb', '\ud800'])
      expect(errorOf(text)).toBe('Remove line breaks and other control characters');
  });

  it.each([
    [' 01arz3ndektsv4rrffq69g5fav ', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['', 'This field is required'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAVX', 'Your input cannot be more than 26 characters long.'],
    ['../workspaces', 'Invalid ID'],
  ])('the id %j becomes %s', (typed, expected) => {
    const result = StaffId.safeParse(typed);
    expect(result.success ? result.data : result.error.issues[0]?.message).toBe(expected);
  });

  it.each([
    ['sam@SystemInit.com', true],
    ['sam@systeminit.com@example.com', false],
    ['sam@dev.systeminit.com', false],
    ['sam@evil-systeminit.com', false],
  ])('%s is in the company’s domain: %s', (email, isStaff) =>
    expect(isInDomain(email, 'systeminit.com')).toBe(isStaff),
  );
});

describe('a search', () => {
  it.each(['ab', ' ab ', '李明', '42', 'a@', 'x'.repeat(254), 'a b c d e f g h i j k l '.repeat(2)])(
    'accepts %j',
    (text) => expect(searchQueryError(text)).toBeNull(),
  );

  it.each([
    ['', 'Type at least 2 characters'],
    [' a ', 'Type at least 2 characters'],
    ['💥', 'Type at least 2 characters'],
    ['--', 'Type a letter or a digit'],
    ['x'.repeat(255), 'Type at most 254 characters'],
    ['a b c d e f g h i j k l m', 'Type at most 12 words'],
  ])('rejects %j', (text, message) => expect(searchQueryError(text)).toBe(message));
});

describe('a deleted workspace', () => {
  const deletedAt = '2026-03-01T00:00:00.000Z';

  it('can be restored until the end of its 30 days', () => {
    const end = '2026-03-31T00:00:00.000Z';
    expect(restoreDeadline(deletedAt, new Date(end))).toBe(end);
    expect(restoreDeadline(deletedAt, new Date(Date.parse(end) + 1))).toBeNull();
  });
});
