import { textTable } from '../support/text-table.ts';
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

/** The table of what was measured, and whether it held. */
export const tableOf = (rows: readonly Row[]) => textTable([columns, ...rows.map(cellsOf)]);

/** What each scenario promises, as a list. */
export const promisesOf = (rows: readonly Row[]) =>
  rows.map(({ scenario }) => `- **${scenario.name}**: ${scenario.holds}.`).join('\n');

export const faultsOf = (rows: readonly Row[]) =>
  rows.flatMap(({ scenario, outcome }) => outcome.faults.map((fault) => `✗ ${scenario.name}: ${fault}`)).join('\n');
