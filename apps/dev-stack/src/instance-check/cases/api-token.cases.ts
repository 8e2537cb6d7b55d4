import { expectThat, notChecked, type Case, type Check } from '../check.ts';
import { otherId } from '../portal.ts';

const useToken = 'Anyone who has an old or foreign token calls your API.';

export const apiTokenCases: readonly Case[] = [
  {
    name: 'api-token.active',
    proves: 'An active API token is accepted',
    attack: 'None: programs cannot call your API.',
    fix: 'Ask POST /oauth/introspect with the token and the workspace.',
    run: (check) => check.apiTokensWork(),
  },
  {
    name: 'api-token.missing',
    proves: 'A request without a token gets 401',
    attack: 'Anyone calls your API.',
    fix: 'Answer 401 without a token.',
    run: (check) => answers(check, [401], () => null),
  },
  {
    name: 'api-token.unknown',
    proves: 'A text that is no token gets 401',
    attack: 'Anyone calls your API.',
    fix: 'Ask POST /oauth/introspect, and answer 401 unless active is true.',
    run: (check) => answers(check, [401], () => 'no-token'),
  },
  {
    name: 'api-token.revoked',
    proves: 'A signed token that is not active gets 401',
    attack: useToken,
    fix: 'Ask POST /oauth/introspect, and answer 401 unless active is true. A signature is not enough.',
    run: (check) => answers(check, [401], ({ portal }) => portal.apiToken({ isActive: false })),
  },
  {
    name: 'api-token.other-workspace',
    proves: 'An active token of another workspace gets 401 or 403',
    attack: 'A member of any other workspace calls your API.',
    fix: 'Send the parameter workspace to /oauth/introspect, or compare workspaceId in its answer.',
    run: (check) => answers(check, [401, 403], ({ portal }) => portal.apiToken({ workspaceId: otherId })),
  },
  {
    name: 'api-token.api-away',
    proves: 'While the API is away, an API token gets 503',
    attack: 'After 200, a revoked token works during an outage. After 401, programs throw good tokens away.',
    fix: 'Answer 503 with Retry-After if the API does not answer.',
    run: (check) =>
      answers(check, [503], ({ portal }) => {
        portal.behavior.introspectionStatus = 503;
        return portal.apiToken();
      }),
  },
  {
    name: 'api-token.in-query',
    proves: 'A token in the URL is not accepted',
    attack: 'Tokens appear in the logs of proxies and in browser histories.',
    fix: 'Read the token from the header Authorization only.',
    async run(check) {
      const { instance } = check;
      const { path } = instance.options;
      if (path === null || (await check.apiTokensWork()).verdict !== 'passed') return unknown(path);
      const query = new URLSearchParams({ access_token: await check.portal.apiToken() });
      const status = await instance.callApi(path, null, `?${query.toString()}`);
      return expectThat(status >= 400, `The answer was ${status}.`);
    },
  },
];

const unknown = (path: string | null) =>
  notChecked(path === null ? 'Give --path, a route that takes API tokens.' : 'An active API token is not accepted.');

/** The route answers the token with one of the statuses. */
async function answers(
  check: Check,
  statuses: readonly number[],
  tokenOf: (check: Check) => Promise<string> | string | null,
) {
  const { path } = check.instance.options;
  if (path === null || (await check.apiTokensWork()).verdict !== 'passed') return unknown(path);
  const status = await check.instance.callApi(path, await tokenOf(check));
  return expectThat(statuses.includes(status), `The answer was ${status}.`);
}
