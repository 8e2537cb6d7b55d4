import {
  formatSortCursor,
  formatRankCursor,
  parseSortCursor,
  parseRankCursor,
  restoreDeadline,
  searchQueryError,
} from '../src/index.ts';

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a search', () => {
  it.each(['ab', ' ab ', '李明', '42', 'a@', 'x'.repeat(254), 'a b c d e f g h i j k l '.repeat(2)])(
    'can be for %j',
    (text) => expect(searchQueryError(text)).toBeNull(),
  );

  it.each([
    ['', 'Type at least 2 characters'],
    [' a ', 'Type at least 2 characters'],
    ['💥', 'Type at least 2 characters'],
    ['--', 'Type a letter or a digit'],
    ['x'.repeat(255), 'Type at most 254 characters'],
    ['a b c d e f g h i j k l m', 'Type at most 12 words'],
  ])('can’t be for %j', (text, problem) => expect(searchQueryError(text)).toBe(problem));
});

describe('a place in a ranked list', () => {
  it('is read as it was written', () => expect(parseRankCursor(formatRankCursor(2, id))).toEqual({ rank: 2, id }));

  it.each(['', id, `12_${id}`, `-1_${id}`, `1_${id}X`, '1_x'])('is not %j', (text) =>
    expect(parseRankCursor(text)).toBeNull(),
  );
});

describe('a place in a list that is ordered by a text', () => {
  it.each(['', '0été_1 _', 'a\nb', '李明', '💥'])('is read as it was written after %j', (sortKey) => {
    const place = { rank: 3, sortKey, id };
    expect(parseSortCursor(formatSortCursor(place))).toEqual(place);
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
  ])('is not %j', (text) => expect(parseSortCursor(text)).toBeNull());
});

describe('a deleted workspace', () => {
  const deletedAt = '2026-03-01T00:00:00.000Z';

  it('can be restored until the end of its 30 days', () => {
    const end = '2026-03-31T00:00:00.000Z';
    expect(restoreDeadline(deletedAt, new Date(end))).toBe(end);
    expect(restoreDeadline(deletedAt, new Date(Date.parse(end) + 1))).toBeNull();
  });
});
