import { errorCode, errorMessage } from '../errors.ts';
import { cases } from './cases/index.ts';
import { Check, connectionError, runCases, type Result } from './check.ts';
import { readOptions, usage, UsageError, type Options } from './options.ts';
import { Portal } from './portal.ts';
import { isPrivateHost } from './private-host.ts';
import { exitCodeOf, toTable } from './report.ts';

const notConnected = 2;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options) return await checkInstance(options);
    process.stdout.write(`${usage}\n`);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    // Errors with a code are those of the system, such as a port that is in use.
    if (!isUsage && errorCode(error) === undefined) throw error;
    process.stderr.write(`${errorMessage(error)}\n${isUsage ? `\n${usage}\n` : ''}`);
    return notConnected;
  }
}

async function checkInstance(options: Options): Promise<number> {
  if (!options.isOwnHost && !(await isPrivateHost(options.url))) {
    process.stderr.write(`${options.url} is a public host. If you operate it, add --yes-i-run-this.\n`);
    return notConnected;
  }
  const portal = await Portal.start(options);
  try {
    printSettings(portal, options);
    const check = new Check(portal, options);
    if (!(await waitUntilConnected(check, options.waitSeconds))) return notConnected;
    const results = await runCases(check, cases);
    print(results, options);
    return exitCodeOf(results);
  } finally {
    await portal.stop();
  }
}

function printSettings({ url, workspaceId }: Portal, options: Options): void {
  // Standard output has only the results, for programs that read them.
  process.stderr.write(
    `Restart the instance with these settings:\n` +
      `AUTH_API_URL=${url} PORTAL_URL=${url} WORKSPACE_ID=${workspaceId}\n` +
      `Waiting for ${options.url} …\n`,
  );
}

/** Waits until a whole login works: until then, nothing shows that the instance wants to be checked. */
async function waitUntilConnected(check: Check, seconds: number): Promise<boolean> {
  let printed: string | null = null;
  for (const deadline = Date.now() + seconds * 1_000; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const reason = await connectionError(check);
    if (reason === null) return true;
    if (reason !== printed) process.stderr.write(`Not connected yet: ${reason}\n`);
    printed = reason;
    if (Date.now() > deadline) return false;
  }
}

function print(results: readonly Result[], { url, isJson }: Options): void {
  process.stdout.write(isJson ? `${JSON.stringify({ instance: url, results }, null, 2)}\n` : `${toTable(results)}\n`);
}
