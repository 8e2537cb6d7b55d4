import { parseArgs, type ParseArgsConfig } from 'node:util';
import { logFatal, logsErrors } from '../platform/observability/report-fatal-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses the command line. Prints the usage and exits for `--help`, and with an error for an unknown option. */
export function parseCliArgs<const T extends Options>(usage: string, options: T) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The rest of Node's message is a hint about positional arguments that start with a dash.
    return exitWithUsage(`${error.message.split('. ')[0]}.`, usage);
  }
}

/** Exits with 2, the conventional exit code for invalid arguments. Text in production, too: the user who typed them reads it. */
export function exitWithUsage(reason: string, usage: string): never {
  process.stderr.write(`${reason}\n\n${usage}\n`);
  process.exit(2);
}

/** Exits with 2 because a setting is missing or invalid. In production it is a line of the log, as for the API. */
export function exitWithSettingError(reason: string, usage: string): never {
  if (!logsErrors()) return exitWithUsage(reason, usage);
  logFatal(reason);
  process.exit(2);
}
