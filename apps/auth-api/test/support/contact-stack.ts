import { BillingContacts, type ErrorBody } from '@portal/contract';
import { startJobWorker } from '../../src/jobs/worker.ts';
import { startBillingStack, type BillingStack } from './billing-stack.ts';
import { startInbox } from './inbox.ts';
import { pollSkippingJobDelays } from './polling.ts';

type Actor = Awaited<ReturnType<BillingStack['loggedInUser']>>;

export const contactsPath = ({ path }: Actor) => `${path}/billing/contacts`;

export const errorOf = (response: { body: unknown }) => (response.body as ErrorBody).error.type;

let count = 0;
export const newAddress = () => `books-${++count}@example.com`;

export const pathOf = (text: string | undefined, page: 'confirm' | 'stop') => {
  const url = new URL(new RegExp(String.raw`http\S+/billing-contacts/${page}\?\S+`).exec(text ?? '')?.[0] ?? '');
  return url.pathname + url.search;
};

/** The billing stack with an inbox and running jobs, and what tests do with billing contacts. */
export async function startContactStack() {
  const mail = await startInbox();
  const stack = await startBillingStack({
    runJobs: false,
    environment: { SMTP_URL: mail.smtpUrl, RATE_LIMIT_MULTIPLIER: '1' },
  });
  let jobs = startJobWorker(stack.api.services);

  const add = (actor: Actor, email: string) =>
    stack.api.send('POST', contactsPath(actor), actor.credentials).send({ email });

  /** The emails to an address once no job is pending, the newest first. */
  async function emailsTo(email: string) {
    const waiting = async () => {
      const { rows } = await stack.api.services.pool.query('SELECT 1 FROM graphile_worker.jobs');
      return rows.length;
    };
    await pollSkippingJobDelays(stack.api, waiting, (left) => left === 0);
    return mail.messagesTo(email);
  }

  return {
    mail,
    stack,
    add,
    emailsTo,
    list: async (actor: Actor) =>
      BillingContacts.parse((await stack.api.send('GET', contactsPath(actor), actor.credentials)).body).contacts,
    async confirmedContact(actor: Actor) {
      const email = newAddress();
      expect((await add(actor, email)).status).toBe(200);
      const [message] = await emailsTo(email);
      expect((await stack.api.send('POST', pathOf(message?.text, 'confirm'))).status).toBe(200);
      return { email, stop: pathOf(message?.text, 'stop') };
    },
    async whileJobsWait(work: () => Promise<void>) {
      await jobs.stop();
      await work();
      jobs = startJobWorker(stack.api.services);
    },
    async close() {
      await jobs.stop();
      await stack.close();
      await mail.close();
    },
  };
}

export type ContactStack = Awaited<ReturnType<typeof startContactStack>>;
