import { parseArgs } from 'node:util';

/** Parses the command line. Prints the usage and exits for `--help`, and with an error for an unknown option. */
export function parseOptions(usage, { options = {}, ...config } = {}) {
  try {
    const { values, positionals } = parseArgs({
      ...config,
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
    });
    if (!values.help) return { values, positionals };
    process.stdout.write(`${usage}\n`);
    return process.exit(0);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The rest of Node's message is a hint about positional arguments that start with a dash.
    return exitWithUsage(`${error.message.split('. ')[0]}.`, usage);
  }
}

/** Exits with 2, the conventional exit code for invalid arguments. */
export function exitWithUsage(reason, usage) {
  process.stderr.write(`${reason}\n\n${usage}\n`);
  process.exit(2);
}
