#!/usr/bin/env node
// `npm run test:mutation`: mutation tests of the security-relevant code.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { groups } from './mutation/groups.mjs';
import { printScores, reachesMinimumScore } from './mutation/scores.mjs';
import { exitWithUsage, parseOptions } from './parse-options.mjs';

const usage = `Usage: npm run test:mutation [-- [<group or file> …] [--fresh]]
Changes the security-relevant code in many ways (mutants), and lists the changes that no test notices. Fails if the score of a
group is below 90 %. The mutants in scripts/mutation/equivalent-mutants.mjs do not count. The results are stored in
.reports/mutation: an interrupted run continues, and surviving mutants are tested again.
  <group or file>  only these groups of scripts/mutation/groups.mjs, such as \`access\`, or files whose path contains this,
                   such as \`request/stages/authorize.ts\`
  --fresh          delete the stored results first`;

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const reports = path.join(root, '.reports', 'mutation');
const {
  values: { fresh },
  positionals: filters,
} = parseOptions(usage, { allowPositionals: true, options: { fresh: { type: 'boolean', default: false } } });

const selected = groups
  .map((group) => ({ ...group, files: filesOf(group).filter((file) => isSelected(group, file)) }))
  .filter(({ files }) => files.length > 0);
if (selected.length === 0) {
  exitWithUsage(`No files match. Groups: ${groups.map(({ name }) => name).join(', ')}.`, usage);
}

mkdirSync(reports, { recursive: true });

for (const group of selected) {
  process.stdout.write(`\n▶ ${group.name}: ${group.files.length} files\n`);
  await runGroup(group);
}
const scored = selected.map(({ name }) => ({ name, report: JSON.parse(readFileSync(reportOf(name), 'utf8')) }));
printScores(scored);
process.exit(scored.every(({ report }) => reachesMinimumScore(report)) ? 0 : 1);

async function runGroup({ name, folder, files, tests }) {
  const report = reportOf(name);
  if (fresh) rmSync(report, { force: true });
  removeSurvivors(
    report,
    files.map((file) => `${folder}/${file}`),
  );
  const undo = await prepare(folder);
  try {
    await new Stryker({
      mutate: files.map((file) => `${folder}/${file}`),
      testRunner: 'jest-first-failure',
      testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      plugins: [path.join(root, 'scripts/mutation/test-runner.mjs')],
      jestFirstFailure: { folder, tests },
      coverageAnalysis: 'perTest',
      incremental: true,
      incrementalFile: report,
      ignorePatterns: ['dist', '.turbo', '.reports', '.local', '.programs-*', 'docs', 'apps/e2e'],
      disableTypeChecks: false,
      // Tests also wait, so one more runs at once than there are cores.
      concurrency: availableParallelism() + 1,
      // On a busy machine a slow test must not count as a timeout.
      timeoutMS: 30_000,
      timeoutFactor: 3,
      dryRunTimeoutMinutes: 15,
      // Limits the effect of state that a mutant leaves in the process.
      maxTestRunnerReuse: 20,
      reporters: ['progress-append-only'],
      allowConsoleColors: false,
      warnings: false,
    }).runMutationTest();
  } finally {
    await undo();
  }
}

/** Removes surviving mutants from the report, so that Stryker tests them again. It does not detect that tests were added. */
function removeSurvivors(report, files) {
  if (!existsSync(report)) return;
  const content = JSON.parse(readFileSync(report, 'utf8'));
  for (const [name, file] of Object.entries(content.files)) {
    if (files.includes(name))
      file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  }
  writeFileSync(report, JSON.stringify(content));
}

/** Runs the global setup of a package: for the API, a PostgreSQL that all processes share. */
async function prepare(folder) {
  const test = path.join(root, folder, 'test');
  if (!existsSync(path.join(test, 'global-setup.ts'))) return () => undefined;
  const load = async (name) => (await import(pathToFileURL(path.join(test, name)))).default;
  const [setUp, tearDown] = [await load('global-setup.ts'), await load('global-teardown.ts')];
  process.chdir(path.join(root, folder));
  await setUp();
  process.chdir(root);
  return tearDown;
}

function reportOf(name) {
  return path.join(reports, `${name}.json`);
}

function filesOf({ folder, mutate, only = /\.ts$/ }) {
  return mutate.flatMap((entry) =>
    entry.endsWith('/')
      ? readdirSync(path.join(root, folder, entry), { recursive: true })
          .map((file) => entry + file)
          .filter((file) => only.test(file))
      : [entry],
  );
}

function isSelected({ name, folder }, file) {
  const matches = (filter) => filter === name || (filter.includes('.') && `${folder}/${file}`.includes(filter));
  return filters.length === 0 || filters.some(matches);
}
