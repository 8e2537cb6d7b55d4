import { expect, test } from '@playwright/test';
import { median, toMarkdownTable, replaceSection } from './bench/report.ts';

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([30, 10, 20])).toBe(20);
  expect(median([40, 10, 20, 30])).toBe(25);
  expect(() => median([])).toThrow('The median of no values');
});

test('a table shows whether each measurement meets its goal', () => {
  const table = toMarkdownTable([
    { name: 'Weight', values: [140.04, 140.04], unit: 'KB', goal: 140 },
    { name: 'Paint', values: [510, 490.4, 480], unit: 'ms', goal: 500 },
    { name: 'Files', values: [1], unit: 'KB' },
    { name: 'Shift', values: [0, 0.01234], unit: '', goal: 0 },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| Weight | 140.0 KB |  | at most 140 KB | missed |',
    '| Paint | 490 ms | 480 ms | at most 500 ms | met |',
    '| Files | 1.0 KB |  |  |  |',
    '| Shift | 0.0062 |  | at most 0 | missed |',
  ]);
});

test('replacing a section keeps the other sections of a document', () => {
  const document = '# Title\n\n## One\n\nold\n\n## Two\n\nkept\n';
  expect(replaceSection(document, 'One', 'new')).toBe('# Title\n\n## One\n\nnew\n\n## Two\n\nkept\n');
  expect(replaceSection(document, 'Two', 'new')).toBe('# Title\n\n## One\n\nold\n\n## Two\n\nnew\n');
  expect(() => replaceSection(document, 'Three', 'new')).toThrow('no heading Three');
});
