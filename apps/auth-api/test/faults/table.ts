import type { Outcome, Scenario } from './outcome.ts';

export interface Row {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
}

const columns = ['scenario', 'requests', 'worst answer', 'slowest s', 'recovered after s', 'lost writes', 'verdict'];

const seconds = (ms: number) => (ms / 1000).toFixed(2);

const cellsOf = ({ scenario, outcome }: Row) => [
  scenario.name,
  String(outcome.requests),
  outcome.worst,
  seconds(outcome.slowestMs),
  outcome.recoveredMs === null ? '' : seconds(outcome.recoveredMs),
  String(outcome.lost),
  outcome.faults.length === 0 ? 'holds' : 'BROKEN',
];

/** The table with what must hold and what did not, as Markdown that is aligned for a terminal, too. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [columns, ...rows.map(cellsOf)];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [head = [], ...body] = cells.map(line);
  return [head, rule, ...body].join('\n');
}

/** What each scenario promises, as a list. */
export const promisesOf = (rows: readonly Row[]) =>
  rows.map(({ scenario }) => `- **${scenario.name}**: ${scenario.holds}.`).join('\n');

export const faultsOf = (rows: readonly Row[]) =>
  rows.flatMap(({ scenario, outcome }) => outcome.faults.map((fault) => `✗ ${scenario.name}: ${fault}`)).join('\n');
