import { Command } from 'commander';
import { addApi } from './commands/api.ts';
import { addCompletion } from './commands/completion.ts';
import { addLogin } from './commands/login.ts';
import { addLogout } from './commands/logout.ts';
import { addMembers } from './commands/members.ts';
import { addTokens } from './commands/tokens.ts';
import { addWhoami } from './commands/whoami.ts';
import { addWorkspaces } from './commands/workspaces.ts';
import { describeError, exitCodes } from './errors.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

const footer = `
Environment: PORTAL_URL, PORTAL_PROFILE, and PORTAL_TOKEN, an API token that is used instead of a login.
Exit codes: 0 success, 1 refused by the API, 2 wrong usage, 3 not logged in, 4 API not reachable.`;

function createProgram(terminal: Terminal): Command {
  const { stdout, stderr } = terminal;
  const program = new Command('portal')
    .description('The command-line client of the account portal')
    .version(version)
    .option('--url <url>', 'the URL of the API')
    .option('--profile <name>', 'the profile with the login')
    .option('--workspace <name|id>', 'the workspace, instead of the current one')
    .option('--json', 'print the JSON of the API')
    .option('--debug', 'show the requests, without secrets')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
    })
    .showHelpAfterError('(portal --help shows the commands)')
    .addHelpText('after', footer)
    .exitOverride();
  for (const add of [addLogin, addLogout, addWhoami, addWorkspaces, addMembers, addTokens, addApi, addCompletion])
    add(program, terminal);
  return program;
}

/** Runs a command line. Returns what the program exits with. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (terminal.signal.aborted) return exitCodes.interrupted;
    const { message, exitCode } = describeError(error);
    if (message !== null) terminal.stderr.write(`portal: ${message}\n`);
    return exitCode;
  }
}
