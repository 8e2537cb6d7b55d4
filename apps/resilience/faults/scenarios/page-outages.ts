import { setTimeout as sleep } from 'node:timers/promises';
import { makeWebhook } from '@portal/auth-api/test/support/builders.ts';
import { Receiver } from '@portal/auth-api/test/support/receiver.ts';
import { startTcpProxy, type TcpProxy } from '@portal/auth-api/test/support/tcp-proxy.ts';
import { ulid } from 'ulid';
import { makeTestUser, type FaultEnvironment } from '../environment.ts';
import { isOk, outcomeOf, slowerThanMs, unexpectedResults, type Scenario } from '../outcome.ts';
import { rename, send, writes, type ApiRequest, type RequestResult, type TestUser } from '../requests.ts';
import { timeoutFactor } from '../run-mode.ts';
import { waitForJobs } from '../wait-for-jobs.ts';

const responseLimitMs = 1_500;
/** The page about the login asks Auth0, and shows the rest if it does not answer. */
const loginSecurityLimitMs = 10_000;
/** An email or an event is tried again after pauses that grow. */
const recoveryLimitMs = 130_000;

interface PageOutage {
  readonly name: string;
  readonly start: (environment: FaultEnvironment, receiverNetwork: TcpProxy) => unknown;
  readonly stop: (environment: FaultEnvironment, receiverNetwork: TcpProxy) => unknown;
}

const outages: readonly PageOutage[] = [
  {
    name: 'Auth0',
    start: ({ providerNetwork }) => providerNetwork.stall(),
    stop: ({ providerNetwork }) => providerNetwork.pass(),
  },
  {
    name: 'Stripe',
    start: ({ stripeNetwork }) => stripeNetwork.stall(),
    stop: ({ stripeNetwork }) => stripeNetwork.pass(),
  },
  { name: 'the mail server', start: ({ mail }) => mail.setMode('hang'), stop: ({ mail }) => mail.setMode('accept') },
  {
    name: 'a webhook receiver',
    start: (_, receiverNetwork) => receiverNetwork.stall(),
    stop: (_, receiverNetwork) => receiverNetwork.pass(),
  },
];

/** Each outage alone, for the pages that need one of these services. */
export const pageOutages: readonly Scenario[] = outages.map(({ name, start, stop }) => ({
  name: `pages while ${name} hangs`,
  expectation:
    'login and security, invoices, billing contacts, invitations and webhooks are shown, and what the user changes there is accepted at once; each email arrives once, and the events in their order, at the latest after the outage',
  async run(environment, mode) {
    const receiver = new Receiver();
    await receiver.start();
    const network = await startTcpProxy(receiver.url);
    try {
      const { url } = await environment.entryPoint();
      const owner = await makeTestUser(environment.inProcessApi, environment.provider);
      const webhook = await makeWebhook(environment.inProcessApi, { id: owner.workspaceId }, { url: network.url });
      const invitation = writes.invitation(owner);
      const contact = `${ulid().toLowerCase()}@example.com`;
      await start(environment, network);
      const loginSecurity = await send(url, loginSecurityOf(owner));
      const results: RequestResult[] = [];
      for (const request of [invitation, addContact(owner, contact), rename(owner), ...readsOf(owner, webhook.id)])
        results.push(await send(url, request));
      await sleep(mode === 'short' ? 0 : 3_000);
      await stop(environment, network);

      const addresses = [invitation.effect?.name ?? '', contact];
      const emailCounts = async () => {
        const inboxes = await Promise.all(addresses.map((address) => environment.mail.messagesTo(address)));
        return inboxes.map((messages) => messages.length);
      };
      // Inviting, adding a contact and renaming: the first and the last are events of the workspace.
      const events = () => [...new Set(receiver.received.map(({ sequence }) => sequence))];
      const remaining = async () =>
        (await emailCounts()).filter((count) => count === 0).length +
        [1, 2].filter((each) => !events().includes(each)).length;
      const recoveredMs = await waitForJobs(environment, { mode, timeoutMs: recoveryLimitMs, remaining });
      const violations = [
        ...unexpectedResults([loginSecurity, ...results], isOk, 'during the outage'),
        ...slowerThanMs(loginSecurityLimitMs * timeoutFactor[mode], [loginSecurity], 'from the page about the login'),
        ...slowerThanMs(responseLimitMs * timeoutFactor[mode], results, 'during the outage'),
      ];
      for (const count of await emailCounts()) if (count !== 1) violations.push(`an email arrived ${count} times`);
      if (events().join() !== '1,2') violations.push(`the events that arrived are ${events().join()}`);
      return outcomeOf([loginSecurity, ...results], { recoveredMs, violations });
    } finally {
      await network.close();
      await receiver.stop();
    }
  },
}));

const loginSecurityOf = ({ userId, cookie }: TestUser): ApiRequest => ({
  method: 'GET',
  path: `/users/${userId}/login-security`,
  cookie,
});

const addContact = ({ userId, cookie }: TestUser, email: string): ApiRequest => ({
  method: 'POST',
  path: `/users/${userId}/billing/contacts`,
  cookie,
  body: { email },
});

const readsOf = ({ userId, workspaceId, cookie }: TestUser, webhookId: string): ApiRequest[] =>
  [
    `/users/${userId}/billing/overview`,
    `/users/${userId}/billing/invoices`,
    `/users/${userId}/billing/contacts`,
    `/workspace/${workspaceId}/members`,
    `/workspaces/${workspaceId}/webhooks`,
    `/workspaces/${workspaceId}/webhooks/${webhookId}/deliveries`,
  ].map((path) => ({ method: 'GET', path, cookie }));
