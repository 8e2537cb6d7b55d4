import { render, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { Table } from '../src/index.ts';

const columns = [{ key: 'name', header: 'Name', cell: (row: string) => row }];
const rows = Array.from({ length: 1500 }, (_, n) => `Row ${n}`);
const drawn = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

test('of thousands of rows that are to go only so many go together that nobody waits for it', async () => {
  const counts: number[] = [];
  const tableOf = (shown: readonly string[]) => (
    <Profiler id="table" onRender={() => counts.push(drawn().length)}>
      <Table caption="Rows" columns={columns} rows={shown} rowKey={(row) => row} empty="Nothing is here." />
    </Profiler>
  );
  const { rerender } = render(tableOf(rows));
  rerender(tableOf(['Row 7']));
  await waitFor(() => expect(drawn()).toEqual(['Row 7']));
  expect(counts[0]).toBe(1500);
  const gone = counts.slice(1).map((count, at) => (counts[at] ?? 0) - count);
  expect(gone.reduce((sum, count) => sum + count, 0)).toBe(1499);
  expect(Math.max(...gone)).toBeLessThanOrEqual(400);
  rerender(tableOf([]));
  expect(drawn()).toEqual(['Nothing is here.']);
});
