import { render, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { Table } from '../src/index.ts';

const columns = [{ key: 'name', header: 'Name', cell: (row: string) => row }];
const rows = Array.from({ length: 1500 }, (_, n) => `Row ${n}`);
const renderedRows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

test('thousands of rows are removed in batches, so that the page stays responsive', async () => {
  const counts: number[] = [];
  const tableOf = (shown: readonly string[]) => (
    <Profiler id="table" onRender={() => counts.push(renderedRows().length)}>
      <Table caption="Rows" columns={columns} rows={shown} rowKey={(row) => row} empty="No rows" />
    </Profiler>
  );
  const { rerender } = render(tableOf(rows));
  rerender(tableOf(['Row 7']));
  await waitFor(() => expect(renderedRows()).toEqual(['Row 7']));
  expect(counts[0]).toBe(1500);
  const removed = counts.slice(1).map((count, index) => (counts[index] ?? 0) - count);
  expect(removed.reduce((sum, count) => sum + count, 0)).toBe(1499);
  expect(Math.max(...removed)).toBeLessThanOrEqual(400);
  rerender(tableOf([]));
  expect(renderedRows()).toEqual(['No rows']);
});
