/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) throw new Error('The median of no values is undefined');
  return (low + high) / 2;
}

export interface Measurement {
  readonly name: string;
  /** One value per run. */
  readonly values: readonly number[];
  readonly unit: '' | 'ms' | 'KB';
  /** The maximum for the median. */
  readonly goal?: number;
}

const columns = ['Measurement', 'Median', 'Best', 'Goal', ''];

const formatValue = (value: number, unit: Measurement['unit']) => {
  const digits = unit === 'KB' ? 1 : unit === '' && !Number.isInteger(value) ? 4 : 0;
  return `${value.toFixed(digits)} ${unit}`.trim();
};

function tableRow({ name, values, unit, goal }: Measurement): string[] {
  const middle = median(values);
  const best = unit === 'ms' ? formatValue(Math.min(...values), unit) : '';
  const goalCells =
    goal === undefined ? ['', ''] : [`at most ${goal} ${unit}`.trim(), middle <= goal ? 'met' : 'missed'];
  return [name, formatValue(middle, unit), best, ...goalCells];
}

export function toMarkdownTable(measurements: readonly Measurement[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = ['---', '---:', '---:', '---:', '---'];
  return [columns, rule, ...measurements.map(tableRow)].map(line).join('\n');
}

export function replaceSection(document: string, heading: string, text: string): string {
  const [before, after] = document.split(`## ${heading}\n`);
  if (before === undefined || after === undefined) throw new Error(`The document has no heading ${heading}`);
  const next = after.search(/^## /m);
  return `${before}## ${heading}\n\n${text}\n${next < 0 ? '' : `\n${after.slice(next)}`}`;
}
