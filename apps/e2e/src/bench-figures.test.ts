import { expect, test } from '@playwright/test';
import { median, tableOf, withSection } from './bench/figures.ts';

test('the median is the middle figure, or between the two in the middle', () => {
  expect(median([30, 10, 20])).toBe(20);
  expect(median([40, 10, 20, 30])).toBe(25);
  expect(() => median([])).toThrow('There is no figure');
});

test('a table tells of each figure whether its goal is held', () => {
  const table = tableOf([
    { what: 'Weight', values: [140.04, 140.04], unit: 'KB', goal: 140 },
    { what: 'Paint', values: [510, 490.4, 480], unit: 'ms', goal: 500 },
    { what: 'Files', values: [1], unit: 'KB' },
    { what: 'Shift', values: [0, 0.01234], unit: '', goal: 0 },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| Weight | 140.0 KB |  | at most 140 KB | missed |',
    '| Paint | 490 ms | 480 ms | at most 500 ms | held |',
    '| Files | 1.0 KB |  |  |  |',
    '| Shift | 0.0062 |  | at most 0 | missed |',
  ]);
});

test('a document gets another text under one heading, and keeps what is under the others', () => {
  const document = '# Title\n\n## One\n\nold\n\n## Two\n\nkept\n';
  expect(withSection(document, 'One', 'new')).toBe('# Title\n\n## One\n\nnew\n\n## Two\n\nkept\n');
  expect(withSection(document, 'Two', 'new')).toBe('# Title\n\n## One\n\nold\n\n## Two\n\nnew\n');
  expect(() => withSection(document, 'Three', 'new')).toThrow('no heading Three');
});
