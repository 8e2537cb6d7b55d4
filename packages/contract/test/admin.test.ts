import {
  TimeCursor,
  LockReasonInput,
  StaffId,
  formatTimeCursor,
  isInDomain,
  lockUntilError,
  isRestorable,
  parseTimeCursor,
  reportPeriodError,
  signupMethodOf,
} from '../src/index.ts';

describe('[5.admin] the rules for staff', () => {
  it.each([
    ['auth0|5f7c8ec7', 'Password'],
    ['google-oauth2|1', 'Google'],
    ['github|1', 'GitHub'],
    ['acme-sso|a|b', 'acme-sso'],
  ])('%s signed up by %s', (auth0Id, method) => expect(signupMethodOf(auth0Id)).toBe(method));

  it.each([
    ['2024-08-14', '2024-08-14', null],
    ['2024-01-01', '2024-12-31', null],
    ['2023-01-01', '2024-01-02', 'A report covers at most 366 days'],
    ['2024-08-15', '2024-08-14', 'The end date is before the start date'],
  ])('a report from %s to %s: %j', (start, end, message) =>
    expect(reportPeriodError(start, end)?.message ?? null).toBe(message),
  );

  it('a workspace can be restored for thirty days', () => {
    const deletedAt = '2026-01-01T00:00:00.000Z';
    expect(isRestorable(deletedAt, new Date('2026-01-31T00:00:00.000Z'))).toBe(true);
    expect(isRestorable(deletedAt, new Date('2026-01-31T00:00:00.001Z'))).toBe(false);
  });

  it('a cursor is a moment and an id', () => {
    const [moment, id] = ['2026-01-01T00:00:00.123Z', '01ARZ3NDEKTSV4RRFFQ69G5FAV'];
    expect(parseTimeCursor(formatTimeCursor(moment, id))).toEqual({ moment: new Date(moment), id });
    for (const text of ['', id, moment, `2026-13-01T00:00:00.000Z_${id}`, `${moment}_x`]) {
      expect(TimeCursor.safeParse(text).success).toBe(false);
    }
  });

  it('a lock ends in the future, for a reason in one line of plain words', () => {
    const now = new Date('2026-01-01T00:00:00.000Z');
    expect(lockUntilError('2026-01-01T00:00:00.001Z', now)).toBeNull();
    expect(lockUntilError('2026-01-01T00:00:00.000Z', now)).toBe('Choose a time in the future');
    expect(LockReasonInput.parse(' Unpaid: see ticket #42 (“urgent”) ')).toBe('Unpaid: see ticket #42 (“urgent”)');
    for (const text of ['<b>', 'a\nb', '\ud800']) expect(LockReasonInput.safeParse(text).success).toBe(false);
  });

  it.each([
    [' 01arz3ndektsv4rrffq69g5fav ', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['', 'This field is required'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAVX', 'Your input cannot be more than 26 characters long.'],
    ['../workspaces', 'This field is invalid'],
  ])('the id %j: %s', (typed, expected) => {
    const result = StaffId.safeParse(typed);
    expect(result.success ? result.data : result.error.issues[0]?.message).toBe(expected);
  });

  it.each([
    ['sam@SystemInit.com', true],
    ['sam@systeminit.com@example.com', false],
    ['sam@dev.systeminit.com', false],
    ['sam@evil-systeminit.com', false],
  ])('whether %s is of the company: %s', (email, isStaff) => expect(isInDomain(email, 'systeminit.com')).toBe(isStaff));
});
