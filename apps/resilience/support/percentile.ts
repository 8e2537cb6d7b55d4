/** The nearest-rank percentile. `share` is between 0 and 100, where 0 is the minimum. Returns 0 if there are no values. */
export function percentile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil((share / 100) * sorted.length), 1) - 1] ?? 0;
}
