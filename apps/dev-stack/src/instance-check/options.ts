import { parseArgs } from 'node:util';
import { errorMessage } from '../errors.ts';

export const usage = `Usage: npm run check:instance -- --url <URL of the instance> [options]
Plays the account portal against an instance, and reports what an attacker could do. Configure the instance as the first lines say.

  --url <URL>          the instance, such as http://localhost:7300
  --port <port>        where the checker listens (default 9010)
  --workspace <id>     the id of the workspace that the instance serves (default 01J00000000000000000CHECK0)
  --home <path>        a page that needs a login (default /)
  --path <path>        a route that takes API tokens, such as /api/status
  --any-workspace      the instance serves every workspace of the portal
  --wait <seconds>     how long to wait for the instance (default 300)
  --json               prints the results as JSON
  --yes-i-run-this     allows a host that is neither this machine nor in a private network

Exit codes: 0 nothing failed, 1 a case failed, 2 not connected.`;

export interface Options {
  readonly url: string;
  readonly port: number;
  readonly workspaceId: string;
  readonly home: string;
  readonly path: string | null;
  readonly servesAnyWorkspace: boolean;
  readonly waitSeconds: number;
  readonly isJson: boolean;
  readonly isOwnHost: boolean;
}

/** The arguments are wrong. */
export class UsageError extends Error {}

/** Returns null for `--help`. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parse(args);
  if (values.help) return null;
  if (values.url === undefined || !/^https?:\/\//.test(values.url) || !URL.canParse(values.url))
    throw new UsageError('--url must be an HTTP or HTTPS URL.');
  return {
    url: values.url.replace(/\/+$/, ''),
    port: toNumber('--port', values.port),
    workspaceId: values.workspace,
    home: toPath('--home', values.home),
    path: values.path === undefined ? null : toPath('--path', values.path),
    servesAnyWorkspace: values['any-workspace'],
    waitSeconds: toNumber('--wait', values.wait),
    isJson: values.json,
    isOwnHost: values['yes-i-run-this'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        port: { type: 'string', default: '9010' },
        workspace: { type: 'string', default: '01J00000000000000000CHECK0' },
        home: { type: 'string', default: '/' },
        path: { type: 'string' },
        'any-workspace': { type: 'boolean', default: false },
        wait: { type: 'string', default: '300' },
        json: { type: 'boolean', default: false },
        'yes-i-run-this': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(errorMessage(error), { cause: error });
  }
}

function toNumber(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new UsageError(`${name} must be a whole number.`);
  return Number(text);
}

function toPath(name: string, text: string): string {
  if (!text.startsWith('/')) throw new UsageError(`${name} must begin with a slash.`);
  return text;
}
