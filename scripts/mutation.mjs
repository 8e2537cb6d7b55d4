#!/usr/bin/env node
// `npm run test:mutation`: changes the code that decides who may do what, one place at a time, and lists the changes (mutants)
// that no test notices. It fails when the score of a group is below 90 %; mutants that scripts/mutation/explained.mjs explains
// do not count. `-- access keys` runs these groups (scripts/mutation/groups.mjs), `-- http/access.ts` the files whose path
// contains this. The results of a group stay in .reports/mutation: a run that was stopped continues there, and mutants that
// survived are tried again. `-- --fresh` forgets them first.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { groups } from './mutation/groups.mjs';
import { printScores, reachesGoal } from './mutation/scores.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const reports = path.join(root, '.reports', 'mutation');
const options = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const chosen = groups
  .map((group) => ({ ...group, files: filesOf(group).filter((file) => isWanted(group, file)) }))
  .filter(({ files }) => files.length > 0);
if (chosen.length === 0) {
  process.stderr.write(`Nothing matches. The groups are ${groups.map(({ name }) => name).join(', ')}.\n`);
  process.exit(1);
}

mkdirSync(reports, { recursive: true });

for (const group of chosen) {
  process.stdout.write(`\n▶ ${group.name}: ${group.files.length} files\n`);
  await runGroup(group);
}
const scored = chosen.map(({ name }) => ({ name, report: JSON.parse(readFileSync(reportOf(name), 'utf8')) }));
printScores(scored);
process.exit(scored.every(({ report }) => reachesGoal(report)) ? 0 : 1);

async function runGroup({ name, folder, files, tests }) {
  const report = reportOf(name);
  if (options.has('--fresh')) rmSync(report, { force: true });
  forgetSurvivors(
    report,
    files.map((file) => `${folder}/${file}`),
  );
  const undo = await prepare(folder);
  try {
    await new Stryker({
      mutate: files.map((file) => `${folder}/${file}`),
      testRunner: 'jest-first-failure',
      testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'],
      plugins: [path.join(root, 'scripts/mutation/test-runner.mjs')],
      jestFirstFailure: { folder, tests },
      coverageAnalysis: 'perTest',
      incremental: true,
      incrementalFile: report,
      ignorePatterns: ['dist', '.turbo', '.reports', '.local', '.programs-*', 'docs', 'apps/e2e'],
      disableTypeChecks: false,
      concurrency: 2,
      // A busy machine must not make a slow test a mutant that was noticed.
      timeoutMS: 30_000,
      timeoutFactor: 3,
      dryRunTimeoutMinutes: 15,
      // What a mutant left behind in a process does not mislead the tests of many others.
      maxTestRunnerReuse: 40,
      reporters: ['progress-append-only'],
      allowConsoleColors: false,
      warnings: false,
    }).runMutationTest();
  } finally {
    await undo();
  }
}

/** Stryker does not notice that another test could notice a mutant now: each that survived is tried again. */
function forgetSurvivors(report, files) {
  if (!existsSync(report)) return;
  const found = JSON.parse(readFileSync(report, 'utf8'));
  for (const [name, file] of Object.entries(found.files)) {
    if (files.includes(name))
      file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  }
  writeFileSync(report, JSON.stringify(found));
}

/** What the tests of a package need once: for those of the API a PostgreSQL, which all processes share. */
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
  return mutate.flatMap((named) =>
    named.endsWith('/')
      ? readdirSync(path.join(root, folder, named), { recursive: true })
          .map((file) => named + file)
          .filter((file) => only.test(file))
      : [named],
  );
}

function isWanted({ name, folder }, file) {
  const isNamed = (word) => word === name || (word.includes('.') && `${folder}/${file}`.includes(word));
  return words.length === 0 || words.some(isNamed);
}
