// A test runner plugin for Stryker. For each mutant, Stryker's own Jest runner runs every test file of a group to the end. This
// one only runs the files with a test that covers the mutant, first the one that noticed most mutants of the same source file, and
// stops at the first failure.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCLI } from 'jest';
import { PluginKind, commonTokens, declareClassPlugin, tokens } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { hooksOf, run, testId } from './environment.mjs';

class FirstFailureRunner {
  static inject = tokens(commonTokens.options);

  constructor({ jestFirstFailure: { folder, tests } }) {
    this.folder = path.resolve(folder);
    this.files = tests.map((file) => path.join(this.folder, file));
    /** For each source file, how many of its mutants each test file noticed. */
    this.noticed = new Map();
  }

  /** Jest loads the modules again for each test file. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const { default: config } = await import(pathToFileURL(path.join(this.folder, 'jest.config.mjs')));
    const { globalSetup: _, globalTeardown: __, ...rest } = config;
    const environment = new URL('environment.mjs', import.meta.url).pathname;
    this.config = { ...rest, rootDir: this.folder, testEnvironment: environment, testTimeout: 30_000, watchman: false };
    process.chdir(this.folder);
  }

  async dryRun() {
    const result = await this.runFiles(this.files, { stopsAtFailure: false });
    if (result.status !== DryRunStatus.Complete) return result;
    const mutantCoverage = globalThis.__stryker__?.mutantCoverage ?? { static: {}, perTest: {} };
    return { ...result, mutantCoverage: withHooks(mutantCoverage, result.tests) };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    const context = (globalThis.__stryker__ ??= {});
    Object.assign(context, {
      activeMutant: activeMutant.id,
      hitLimit,
      hitCount: hitLimit === undefined ? undefined : 0,
    });
    const noticedBy = this.noticedBy(activeMutant.fileName);
    const files = this.files
      .filter((file) => testFilter?.some((id) => id.startsWith(hooksOf(file))) ?? true)
      .sort((a, b) => (noticedBy.get(b) ?? 0) - (noticedBy.get(a) ?? 0));
    const result = await this.runFiles(files, { testFilter, stopsAtFailure: !disableBail });
    if (run.failed) noticedBy.set(run.file, (noticedBy.get(run.file) ?? 0) + 1);
    return toMutantRunResult(determineHitLimitReached(context.hitCount, hitLimit) ?? result, disableBail);
  }

  noticedBy(sourceFile) {
    if (!this.noticed.has(sourceFile)) this.noticed.set(sourceFile, new Map());
    return this.noticed.get(sourceFile);
  }

  async runFiles(files, { testFilter, stopsAtFailure }) {
    Object.assign(run, { failed: false, stopsAtFailure });
    const tests = [];
    for (const file of files) {
      run.file = file;
      const [result] = (await this.runFile(file, testFilter)).testResults;
      if (result?.testExecError) {
        // The file could not be loaded. With a mutant active, that counts as noticed.
        tests.push({ ...failure(file, result.testExecError.message), timeSpentMs: 0 });
        run.failed = true;
      } else tests.push(...(result?.testResults ?? []).flatMap((test) => resultOf(file, test)));
      if (run.failed && stopsAtFailure) break;
    }
    if (run.failed && tests.every(({ status }) => status === TestStatus.Success)) {
      tests.push({ ...failure(run.file, 'A hook failed.'), timeSpentMs: 0 });
    }
    return { status: DryRunStatus.Complete, tests };
  }

  async runFile(file, testFilter) {
    const names = testFilter?.filter((id) => id.startsWith(hooksOf(file))).map((id) => id.slice(hooksOf(file).length));
    const argv = {
      $0: 'stryker',
      _: [file],
      config: JSON.stringify(this.config),
      reporters: [],
      runInBand: true,
      runTestsByPath: true,
      silent: true,
      testLocationInResults: testFilter === undefined,
      ...(names && { testNamePattern: `^(${names.map(escapeRegExp).join('|')})$` }),
    };
    const { results } = await runCLI(argv, [this.folder]);
    return results;
  }
}

const escapeRegExp = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const failure = (file, message) => ({
  id: testId(file, 'is loaded'),
  name: `${path.basename(file)} is loaded`,
  fileName: file,
  status: TestStatus.Failed,
  failureMessage: message,
});

function resultOf(file, { fullName, status, duration, failureMessages, location }) {
  const startPosition = location ? { line: location.line - 1, column: location.column } : undefined;
  const common = {
    id: testId(file, fullName),
    name: fullName,
    fileName: file,
    timeSpentMs: duration ?? 0,
    startPosition,
  };
  if (status === 'passed') return [{ ...common, status: TestStatus.Success }];
  if (status === 'failed')
    return [{ ...common, status: TestStatus.Failed, failureMessage: failureMessages.join('\n') }];
  return [];
}

/** Attributes the coverage of a file's hooks and top-level code to each of its tests. */
function withHooks({ static: fixed, perTest }, tests) {
  const merged = Object.fromEntries(tests.map(({ id }) => [id, { ...perTest[id] }]));
  for (const { id, fileName } of tests) {
    for (const [mutant, hits] of Object.entries(perTest[hooksOf(fileName)] ?? {})) {
      merged[id][mutant] = (merged[id][mutant] ?? 0) + hits;
    }
  }
  return { static: fixed, perTest: merged };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'jest-first-failure', FirstFailureRunner)];
