import { AuditQuery, isReversed, dateRangeMs } from '../src/index.ts';

describe('a span of the audit log', () => {
  it('takes whole days of UTC, the last one included', () =>
    expect(dateRangeMs({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
      begin: Date.UTC(2026, 2, 1),
      end: Date.UTC(2026, 2, 2),
    }));

  it('takes moments, the last one included', () =>
    expect(dateRangeMs({ from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T10:00:00.005Z' })).toEqual({
      begin: Date.UTC(2026, 2, 1, 10),
      end: Date.UTC(2026, 2, 1, 10, 0, 0, 6),
    }));

  it('may be open', () => expect(dateRangeMs({})).toEqual({ begin: null, end: null }));

  it('may not end before it begins', () => {
    expect(isReversed({ from: '2026-03-02', to: '2026-03-01' })).toBe(true);
    expect(isReversed({ from: '2026-03-01T10:00:00Z', to: '2026-03-01' })).toBe(false);
    expect(AuditQuery.safeParse({ from: '2026-03-02', to: '2026-03-01' }).error?.issues).toMatchObject([
      { path: ['to'], message: 'The end is before the start' },
    ]);
  });

  it.each(['yesterday', '2026-02-30', '2026-03-01T10:00:00+01:00', ''])('is not %j', (from) =>
    expect(AuditQuery.safeParse({ from }).success).toBe(false),
  );
});
