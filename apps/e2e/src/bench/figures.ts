/** The middle one, or between the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) throw new Error('There is no figure to take the middle of');
  return (low + high) / 2;
}

export interface Figure {
  readonly what: string;
  /** What each run measured. */
  readonly values: readonly number[];
  readonly unit: '' | 'ms' | 'KB';
  /** What the median is to be at most, where there is a goal. */
  readonly goal?: number;
}

const columns = ['What', 'Median', 'Best', 'Goal', ''];

const shown = (value: number, unit: Figure['unit']) => {
  const digits = unit === 'KB' ? 1 : unit === '' && !Number.isInteger(value) ? 4 : 0;
  return `${value.toFixed(digits)} ${unit}`.trim();
};

function cellsOf({ what, values, unit, goal }: Figure): string[] {
  const middle = median(values);
  const best = unit === 'ms' ? shown(Math.min(...values), unit) : '';
  const verdict =
    goal === undefined ? ['', ''] : [`at most ${goal} ${unit}`.trim(), middle <= goal ? 'held' : 'missed'];
  return [what, shown(middle, unit), best, ...verdict];
}

/** Figures as a Markdown table, each with its goal. */
export function tableOf(figures: readonly Figure[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = ['---', '---:', '---:', '---:', '---'];
  return [columns, rule, ...figures.map(cellsOf)].map(line).join('\n');
}

/** A Markdown document with another text under one of its headings. */
export function withSection(document: string, heading: string, text: string): string {
  const [before, after] = document.split(`## ${heading}\n`);
  if (before === undefined || after === undefined) throw new Error(`The document has no heading ${heading}`);
  const next = after.search(/^## /m);
  return `${before}## ${heading}\n\n${text}\n${next < 0 ? '' : `\n${after.slice(next)}`}`;
}
