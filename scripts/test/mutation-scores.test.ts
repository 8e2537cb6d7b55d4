interface Mutant {
  status: string;
  replacement: string;
  location: { start: Position; end: Position };
}

interface Position {
  line: number;
  column: number;
}

interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface EquivalentMutant {
  file: string;
  line: string;
  from: string;
  to: string;
}

const scripts = new URL('../mutation/', import.meta.url);
const { reachesMinimumScore } = (await import(new URL('scores.mjs', scripts).href)) as {
  reachesMinimumScore: (report: Report) => boolean;
};
const { equivalentMutants } = (await import(new URL('equivalent-mutants.mjs', scripts).href)) as {
  equivalentMutants: readonly EquivalentMutant[];
};

/** A report of mutants at the same location. */
function reportOf(entry: EquivalentMutant, statuses: readonly string[]): Report {
  const start = { line: 2, column: entry.line.indexOf(entry.from) + 3 };
  const location = { start, end: { line: 2, column: start.column + entry.from.length } };
  const mutants = statuses.map((status) => ({ status, replacement: entry.to, location }));
  return { files: { [entry.file]: { source: `{\n  ${entry.line}\n}`, mutants } } };
}

const times = (count: number, status: string) => Array.from({ length: count }, () => status);
const mutant = { file: 'src/shop.ts', line: 'if (isOpen) enter();', from: 'isOpen', to: 'true' };

it.each([
  ['90 of 100', [...times(89, 'Killed'), 'Timeout', ...times(9, 'Survived'), 'NoCoverage'], true],
  ['89 of 100', [...times(89, 'Killed'), ...times(11, 'Survived')], false],
  ['none of no mutants', [], true],
  ['all valid mutants', ['Killed', ...times(9, 'CompileError')], true],
])('the score of a mutation run whose tests detect %s', (_what, statuses, reached) =>
  expect(reachesMinimumScore(reportOf(mutant, statuses))).toBe(reached),
);

it.each(equivalentMutants)('an equivalent mutant does not count: $from in $line', (entry) => {
  expect(reachesMinimumScore(reportOf(entry, ['Survived']))).toBe(true);
  expect(reachesMinimumScore(reportOf({ ...entry, to: 'something else' }, ['Survived']))).toBe(false);
});
