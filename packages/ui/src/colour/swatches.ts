/** Two rows around the circle of hues, strong enough to be told apart on light and on dark. */
export const defaultSwatches = [
  '#ef4444',
  '#f97316',
  '#f59e0b',
  '#84cc16',
  '#22c55e',
  '#14b8a6',
  '#06b6d4',
  '#3b82f6',
  '#6366f1',
  '#8b5cf6',
  '#d946ef',
  '#64748b',
] as const;
