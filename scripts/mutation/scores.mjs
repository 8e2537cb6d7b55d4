import { equivalentMutants } from './equivalent-mutants.mjs';

/** The minimum score of a group, in percent. */
const minScore = 90;

const detectedStatuses = new Set(['Killed', 'Timeout', 'RuntimeError']);
const undetectedStatuses = new Set(['Survived', 'NoCoverage']);

/** Whether the tests notice enough mutants of a group; true without mutants. */
export function reachesMinimumScore({ files }) {
  const score = scoreOf(Object.entries(files).flatMap(mutantsOf));
  return score === undefined || score >= minScore;
}

/** Prints the undetected mutants and the score of each file and group. */
export function printScores(groups) {
  const files = groups.flatMap(({ report }) => Object.entries(report.files));
  const mutants = files.flatMap(mutantsOf);
  for (const { where, status, from, to } of mutants.filter(countsAsUndetected)) {
    process.stdout.write(`${where} ${status}: ${toOneLine(from)} → ${toOneLine(to)}\n`);
  }
  for (const { where, from, to, equivalent } of mutants.filter((mutant) => mutant.equivalent && isUndetected(mutant))) {
    process.stdout.write(`${where} equivalent: ${toOneLine(from)} → ${toOneLine(to)}: ${equivalent.reason}\n`);
  }
  for (const { file, line } of unused(files)) {
    process.stdout.write(`scripts/mutation/equivalent-mutants.mjs: unused entry for "${line}" in ${file}\n`);
  }
  process.stdout.write('\n');
  for (const file of files) printScore(file[0], mutantsOf(file));
  for (const { name, report } of groups) {
    const minimum = reachesMinimumScore(report) ? '' : ` (minimum: ${minScore} %)`;
    printScore(`group ${name}${minimum}`, Object.entries(report.files).flatMap(mutantsOf));
  }
}

/** The entries of equivalent mutants that were killed or no longer exist. */
function unused(files) {
  const needed = new Set(
    files
      .flatMap(mutantsOf)
      .filter(isUndetected)
      .map(({ equivalent }) => equivalent),
  );
  const names = new Set(files.map(([name]) => name));
  return equivalentMutants.filter((entry) => names.has(entry.file) && !needed.has(entry));
}

const isUndetected = ({ status }) => undetectedStatuses.has(status);
const countsAsUndetected = (mutant) => isUndetected(mutant) && !mutant.equivalent;

function scoreOf(mutants) {
  const detected = mutants.filter(({ status }) => detectedStatuses.has(status)).length;
  const undetected = mutants.filter(countsAsUndetected).length;
  return detected + undetected === 0 ? undefined : (100 * detected) / (detected + undetected);
}

function printScore(name, mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const score = scoreOf(mutants);
  const share = score === undefined ? '-' : `${score.toFixed(1)} %`;
  process.stdout.write(
    `  ${name.padEnd(60)} ${share.padStart(8)}: ${count('Killed', 'RuntimeError')} killed, ${count('Timeout')} timed out, ` +
      `${count('Survived')} survived, ${count('NoCoverage')} not covered\n`,
  );
}

/** The mutants of a file, with the changed text and their entry in `equivalentMutants`, if there is one. */
function mutantsOf([file, { mutants, source }]) {
  const lines = source.split('\n');
  return mutants.map(({ status, location, replacement = '' }) => {
    const line = lines[location.start.line - 1].trim();
    const from = textAt(lines, location);
    const equivalent = equivalentMutants.find(
      (entry) => entry.file === file && entry.line === line && entry.from === from && entry.to === replacement,
    );
    return { status, from, to: replacement, where: `${file}:${location.start.line}`, equivalent };
  });
}

function textAt(lines, { start, end }) {
  if (start.line === end.line) return lines[start.line - 1].slice(start.column - 1, end.column - 1);
  return `${lines[start.line - 1].slice(start.column - 1)} … ${lines[end.line - 1].slice(0, end.column - 1)}`;
}

const toOneLine = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
};
