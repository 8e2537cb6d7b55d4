import type { Result } from './check.ts';

const symbols = { passed: '✓', failed: '✗', 'not checked': '–' };

/** The results as a table, then what to do about each failure. */
export function toTable(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map((result) => {
    const reason = result.verdict === 'passed' ? '' : ` (${result.reason})`;
    return `${symbols[result.verdict]} ${result.verdict.padEnd(11)}  ${result.name.padEnd(width)}  ${result.proves}${reason}`;
  });
  const failures = results
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ name, attack, fix }) => `✗ ${name}: ${attack} ${fix}`);
  return [...rows, ...(failures.length > 0 ? ['', ...failures] : []), '', toCounts(results)].join('\n');
}

export const exitCodeOf = (results: readonly Result[]) => (results.some(({ verdict }) => verdict === 'failed') ? 1 : 0);

function toCounts(results: readonly Result[]): string {
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('not checked')} not checked`;
}
