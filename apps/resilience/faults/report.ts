import { textTable } from '../support/text-table.ts';
import type { Outcome, Scenario } from './outcome.ts';

export interface Row {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
}

const columns = ['scenario', 'requests', 'worst response', 'slowest s', 'recovered after s', 'lost writes', 'result'];

const seconds = (ms: number) => (ms / 1000).toFixed(2);

const cellsOf = ({ scenario, outcome }: Row) => [
  scenario.name,
  String(outcome.requests),
  outcome.worstResponse,
  seconds(outcome.slowestMs),
  outcome.recoveredMs === null ? '' : seconds(outcome.recoveredMs),
  String(outcome.lostWrites),
  outcome.violations.length === 0 ? 'passed' : 'FAILED',
];

export const formatTable = (rows: readonly Row[]) => textTable([columns, ...rows.map(cellsOf)]);

export const formatExpectations = (rows: readonly Row[]) =>
  rows.map(({ scenario }) => `- **${scenario.name}**: ${scenario.expectation}.`).join('\n');

export const formatViolations = (rows: readonly Row[]) =>
  rows.flatMap(({ scenario, outcome }) => outcome.violations.map((each) => `✗ ${scenario.name}: ${each}`)).join('\n');
