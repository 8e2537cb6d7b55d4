import { existsSync, readFileSync } from 'node:fs';

const noticed = new Set(['Killed', 'Timeout', 'RuntimeError']);
const unnoticed = new Set(['Survived', 'NoCoverage']);

/** Prints each mutant that no test noticed, and the score of each file and of all. */
export function printScores(reports) {
  const files = reports
    .filter(existsSync)
    .flatMap((report) => Object.entries(JSON.parse(readFileSync(report, 'utf8')).files));
  for (const [file, { mutants, source }] of files) {
    for (const mutant of mutants.filter(({ status }) => unnoticed.has(status))) {
      const { line } = mutant.location.start;
      const changed = partOf(source.split('\n'), mutant.location);
      process.stdout.write(
        `${file}:${line} ${mutant.status}: ${inLine(changed)} → ${inLine(mutant.replacement ?? '')}\n`,
      );
    }
  }
  process.stdout.write('\n');
  for (const [file, { mutants }] of files) printScore(file, mutants);
  printScore(
    'all',
    files.flatMap(([, { mutants }]) => mutants),
  );
}

function printScore(name, mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const caught = mutants.filter(({ status }) => noticed.has(status)).length;
  const missed = mutants.filter(({ status }) => unnoticed.has(status)).length;
  const share = caught + missed === 0 ? '-' : `${((100 * caught) / (caught + missed)).toFixed(1)} %`;
  process.stdout.write(
    `  ${name.padEnd(60)} ${share.padStart(8)}: ${count('Killed', 'RuntimeError')} killed, ${count('Timeout')} timed out, ` +
      `${count('Survived')} survived, ${count('NoCoverage')} reached by no test\n`,
  );
}

function partOf(lines, { start, end }) {
  if (start.line === end.line) return lines[start.line - 1].slice(start.column - 1, end.column - 1);
  return `${lines[start.line - 1].slice(start.column - 1)} … ${lines[end.line - 1].slice(0, end.column - 1)}`;
}

const inLine = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
};
