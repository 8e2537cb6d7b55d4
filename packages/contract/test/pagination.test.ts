import {
  TimeCursor,
  formatSortCursor,
  formatTimeCursor,
  parseTimeCursor,
  formatRankCursor,
  parseSortCursor,
  parseRankCursor,
} from '../src/index.ts';

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a time cursor', () => {
  const timestamp = '2026-01-01T00:00:00.123Z';

  it.each([id, 'in_1MtHbELkdIwHu7ixl4OzzPMv'])('round-trips with the id %s', (rowId) =>
    expect(parseTimeCursor(formatTimeCursor(timestamp, rowId))).toEqual({ timestamp: new Date(timestamp), id: rowId }),
  );

  it.each(['', id, timestamp, `2026-13-01T00:00:00.000Z_${id}`, `${timestamp}_x`, `${timestamp}_in_`])(
    'rejects %j',
    (text) => expect(TimeCursor.safeParse(text).success).toBe(false),
  );
});

describe('a rank cursor', () => {
  it('round-trips', () => expect(parseRankCursor(formatRankCursor(2, id))).toEqual({ rank: 2, id }));

  it.each(['', id, `12_${id}`, `-1_${id}`, `1_${id}X`, '1_x'])('rejects %j', (text) =>
    expect(parseRankCursor(text)).toBeNull(),
  );
});

describe('a sort cursor', () => {
  it.each(['', '0été_1 _', 'a\nb', '李明', '💥'])('round-trips the sort key %j', (sortKey) => {
    const position = { rank: 3, sortKey, id };
    expect(parseSortCursor(formatSortCursor(position))).toEqual(position);
  });

  it.each([
    '',
    id,
    `1_${id}`,
    `12_${id}_a`,
    `1_${id}X_a`,
    `1_${id}_a\0`,
    `1_${id}_\ud800`,
    `1_${id}_${'a'.repeat(301)}`,
  ])('rejects %j', (text) => expect(parseSortCursor(text)).toBeNull());
});
