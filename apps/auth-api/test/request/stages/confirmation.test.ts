import { calls, requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { logIn, makeApiToken, makeStaff, makeUser, makeWorkspace } from '../../support/builders.ts';
import { buttonLink } from '../../support/browser.ts';
import { crossOriginReferers, embeddings, navigationFrom } from '../../support/fetch-metadata.ts';
import { startStripeEmulator, type StripeEmulator } from '../../support/stripe.ts';

let stripe: StripeEmulator;
let api: TestApi;
beforeAll(async () => {
  stripe = await startStripeEmulator();
  api = await startApi({ STRIPE_API_URL: stripe.url, STRIPE_TIMEOUT_MS: '20000' });
});
afterAll(async () => {
  await api.close();
  await stripe.stop();
});

interface Page {
  readonly path: string;
  readonly credentials: Credentials;
}

const pageOfUser = async (page: string): Promise<Page> => {
  const user = await makeUser(api);
  return { path: `/users/${user.id}/${page}`, credentials: await logIn(api, user) };
};
const pageOfStaff = async (path: string): Promise<Page> => ({ path, credentials: (await makeStaff(api)).credentials });

const open = ({ path, credentials }: Page, headers: Readonly<Record<string, string>>) =>
  api.send('GET', path, credentials).unset('Referer').set(headers).redirects(0);

const pageOfWorkspace = async (page: string): Promise<Page> => {
  const owner = await makeUser(api);
  const { id } = await makeWorkspace(api, owner);
  return { path: `/workspaces/${id}/${page}`, credentials: await logIn(api, owner) };
};

const downloads: Readonly<Record<string, () => Promise<Page>>> = {
  exportAccount: () => pageOfUser('export'),
  exportAuditEntries: () => pageOfStaff('/audit.csv?action=login&from=2026-08-03'),
  exportWorkspaceAuditCsv: () => pageOfWorkspace('audit.csv?group=members'),
  exportWorkspaceAuditNdjson: () => pageOfWorkspace('audit.ndjson'),
  reportSignupsCsv: () => pageOfStaff('/users/report.csv?startDate=2026-08-03&endDate=2026-08-09'),
};
const redirects: Readonly<Record<string, () => Promise<Page>>> = {
  goToCheckout: () => pageOfUser('billing/checkout'),
  goToCustomerPortal: () => pageOfUser('billing/portal'),
};

it('every download, and every redirect but those of the identity provider and of Stripe, asks first after a link on another site', () => {
  const unconfirmed = Object.entries(calls).filter(
    ([, { responseKind, confirmWhen }]) =>
      (responseKind === 'file' || responseKind === 'redirect') && confirmWhen !== 'cross-site',
  );
  expect(unconfirmed.map(([name]) => name).sort()).toEqual(
    ['loginCallback', 'logoutCallback', 'returnFromCheckout'].sort(),
  );
});

describe.each(Object.entries({ ...downloads, ...redirects }))('%s', (name, makePage) => {
  it('by a link on another site shows a page first, and counts and records nothing', async () => {
    const page = await makePage();
    const entries = await auditEntriesOf(api, async () => {
      const response = await open(page, navigationFrom('cross-site'));
      expect([response.status, response.type]).toEqual([200, 'text/html']);
      expect(response.text).toContain('Continue only if you expected this.');
      expect(buttonLink(response.text)).toBe(`http://localhost:9001${page.path}`);
      expect(response.headers).not.toHaveProperty('ratelimit');
      expect(response.headers).not.toHaveProperty('content-disposition');
    });
    expect(entries).toEqual([]);
  });

  it.each(['same-origin', 'same-site', 'none'] as const)('by the user’s own navigation (%s) acts', async (site) => {
    const { status, headers } = await open(await makePage(), navigationFrom(site));
    expect([status, headers['content-disposition'] !== undefined]).toEqual(
      name in downloads ? [200, true] : [303, false],
    );
  });

  it.each(Object.entries(embeddings))('requested by %s does nothing', async (_title, headers) => {
    const response = await open(await makePage(), headers);
    expect([response.status, response.type]).toEqual([200, 'text/html']);
  });

  it.each(crossOriginReferers)('without fetch metadata, from %j, shows a page first', async (referer) =>
    expect((await open(await makePage(), { Referer: referer })).type).toBe('text/html'),
  );
});

it.each(Object.entries(downloads))('%s is sent to a script of the portal at once', async (_name, makePage) => {
  const headers = { ...embeddings['a background request'], [requestUlidHeader]: ulid() };
  expect((await open(await makePage(), headers)).headers).toHaveProperty('content-disposition');
});

it('a download is sent to a program at once, whatever its headers', async () => {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const { credentials } = await makeApiToken(api, workspace, owner, { scopes: ['audit:read'] });
  const page = { path: `/workspaces/${workspace.id}/audit.csv`, credentials };
  expect((await open(page, {})).headers).toHaveProperty('content-disposition');
});

it('a link on another site to an invoice shows a page first, whether or not the invoice exists', async () => {
  const page = await pageOfUser('billing/invoices/in_1/pdf');
  const response = await open(page, navigationFrom('cross-site'));
  expect([response.status, buttonLink(response.text)]).toEqual([200, `http://localhost:9001${page.path}`]);
  expect((await open(page, navigationFrom('same-origin'))).status).toBe(404);
});
