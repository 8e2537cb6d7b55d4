import type { Terminal } from './terminal.ts';
import { toVisibleText } from './output/visible-text.ts';
import { version } from './version.ts';

/** The parameters of OAuth requests that `--debug` shows. All others may be secrets. */
const shownParameters = new Set(['grant_type', 'client_id', 'resource', 'scope', 'client_host', 'redirect_uri']);

const describeBody = (body: unknown) =>
  body instanceof URLSearchParams
    ? ` ${[...body].map(([name, value]) => `${name}=${shownParameters.has(name) ? value : '***'}`).join(' ')}`
    : '';

/** The `fetch` of Node with the name of this program, and with a line of each request in `--debug`. Headers are never shown. */
export function createFetch({ stderr, platform }: Terminal, isDebugging: boolean): typeof fetch {
  const log = (line: string) => isDebugging && stderr.write(`${toVisibleText(line)}\n`);
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', `portal-cli/${version} (${platform}; Node ${process.versions.node})`);
    const url = input instanceof Request ? input.url : String(input);
    log(`> ${init.method ?? 'GET'} ${url}${describeBody(init.body)}`);
    const startedAt = Date.now();
    try {
      const response = await fetch(input, { ...init, headers });
      const requestId = response.headers.get('x-request-id') ?? '-';
      log(`< ${response.status} in ${Date.now() - startedAt} ms, request ${requestId}`);
      return response;
    } catch (error) {
      log(`< no answer in ${Date.now() - startedAt} ms: ${String(error)}`);
      throw error;
    }
  };
}
