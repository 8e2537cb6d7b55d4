import { formatTable, type Column } from './output/table.ts';
import { toJson, toVisibleText } from './output/visible-text.ts';
import { createFetch } from './http.ts';
import { createProfileFile, type ProfileFile } from './profile/profile-file.ts';
import type { Terminal } from './terminal.ts';

/** The options that every command has. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly debug?: boolean;
}

/** What a command works with. */
export interface App {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  readonly profileFile: ProfileFile;
  readonly fetch: typeof fetch;
}

export const createApp = (terminal: Terminal, options: GlobalOptions): App => ({
  terminal,
  options,
  profileFile: createProfileFile(terminal, options.profile ?? terminal.env['PORTAL_PROFILE'] ?? 'default'),
  fetch: createFetch(terminal, options.debug === true),
});

/** One line of text for the user. */
export const print = ({ terminal }: App, line: string) => void terminal.stdout.write(`${toVisibleText(line)}\n`);

/** One line that is not part of the result. */
export const notify = ({ terminal }: App, line: string) => void terminal.stderr.write(`${toVisibleText(line)}\n`);

export const printJson = ({ terminal }: App, value: unknown) => void terminal.stdout.write(`${toJson(value)}\n`);

/** Whether a stream shows bold text. Source: https://no-color.org */
export const hasColour = (env: Terminal['env'], isTTY: boolean | undefined) =>
  isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';

/** Prints rows as a table, or their JSON with `--json`. */
export function printList<Row>(app: App, rows: readonly Row[], columns: readonly Column<Row>[], json: unknown = rows) {
  if (app.options.json) printJson(app, json);
  else printTable(app, rows, columns);
}

function printTable<Row>(app: App, rows: readonly Row[], columns: readonly Column<Row>[]) {
  const { env, stdout } = app.terminal;
  const [header = '', ...lines] = formatTable(rows, columns, stdout.isTTY ? stdout.columns || 80 : undefined);
  const shownHeader = hasColour(env, stdout.isTTY) ? `\x1b[1m${header}\x1b[0m` : header;
  stdout.write(`${[shownHeader, ...lines].join('\n')}\n`);
}

/** Prints the JSON of a change with `--json`, otherwise one line about it. */
export function report(app: App, result: unknown, message: string) {
  if (app.options.json) printJson(app, result);
  else notify(app, message);
}
