/** Two rows that keep apart on light and dark: the accents of the palettes, in the form that a colour field takes. */
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
