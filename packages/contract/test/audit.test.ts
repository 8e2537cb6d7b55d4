import { AuditQuery, isReversed, dateRangeMs, markErased } from '../src/index.ts';

describe('a date range of the audit log', () => {
  it('accepts whole days in UTC, the last one included', () =>
    expect(dateRangeMs({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
      start: Date.UTC(2026, 2, 1),
      end: Date.UTC(2026, 2, 2),
    }));

  it('accepts timestamps, the last one included', () =>
    expect(dateRangeMs({ from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T10:00:00.005Z' })).toEqual({
      start: Date.UTC(2026, 2, 1, 10),
      end: Date.UTC(2026, 2, 1, 10, 0, 0, 6),
    }));

  it('may be open-ended', () => expect(dateRangeMs({})).toEqual({ start: null, end: null }));

  it('must not end before it starts', () => {
    expect(isReversed({ from: '2026-03-02', to: '2026-03-01' })).toBe(true);
    expect(isReversed({ from: '2026-03-01T10:00:00Z', to: '2026-03-01' })).toBe(false);
    expect(AuditQuery.safeParse({ from: '2026-03-02', to: '2026-03-01' }).error?.issues).toMatchObject([
      { path: ['to'], message: 'The end is before the start' },
    ]);
  });

  it.each(['yesterday', '2026-02-30', '2026-03-01T10:00:00+01:00', ''])('cannot start at %j', (from) =>
    expect(AuditQuery.safeParse({ from }).success).toBe(false),
  );
});

describe('an audit entry', () => {
  const entry = { ip: null, action: 'login', details: { owner: { from: null, to: 'a@b.co' }, ids: ['x', null] } };

  it('says what was erased', () =>
    expect(markErased({ ...entry, erased: ['ip', 'details.owner.from', 'details.ids.1'] })).toMatchObject({
      ip: '(erased)',
      action: 'login',
      details: { owner: { from: '(erased)', to: 'a@b.co' }, ids: ['x', '(erased)'] },
    }));

  it('stays as it is if nothing was erased', () => expect(markErased({ ...entry, erased: undefined })).toEqual(entry));
});
