import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What was typed after a command's name. `--help`, and an option that it does not know, end the process with its usage. */
export function commandWords<const T extends Options>(usage: string, options: T) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's hint for words that begin with a dash is of no use here.
    return refuseWords(`${error.message.split('. ')[0]}.`, usage);
  }
}

/** Ends the process over words that the command can't do anything with, by the usual code for that. */
export function refuseWords(why: string, usage: string): never {
  process.stderr.write(`${why}\n\n${usage}\n`);
  process.exit(2);
}
