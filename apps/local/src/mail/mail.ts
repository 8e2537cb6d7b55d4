import { join } from 'node:path';
import express from 'express';
import { serveStylesheet } from '../stand-in/page.ts';
import { requestLog, toStdout, type Log } from '../stand-in/request-log.ts';
import { listen, type Running } from '../stand-in/server.ts';
import { apiRoutes } from './api.routes.ts';
import { inboxRoutes } from './inbox.routes.ts';
import { MailFaults } from './mail-faults.ts';
import { Messages } from './messages.ts';
import type { MailSettings } from './settings.ts';
import { startSmtp } from './smtp.ts';

/** Starts the mail server and its inbox. */
export async function startMail({
  port,
  smtpPort,
  dataDir,
  log = toStdout,
}: MailSettings & { log?: Log }): Promise<Running & { readonly smtpUrl: string }> {
  const messages = new Messages(join(dataDir, 'mail'));
  const faults = new MailFaults();
  const listener = await listen(port);
  const smtp = await startSmtp(smtpPort, messages, faults, log);

  const app = express().disable('x-powered-by');
  app.use(requestLog(log));
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/stand-in.css', serveStylesheet);
  app.use(apiRoutes(messages, faults), inboxRoutes(messages));
  listener.answer(app);

  return {
    url: listener.url,
    smtpUrl: `smtp://localhost:${smtp.port}`,
    stop: async () => {
      await Promise.all([smtp.stop(), listener.stop()]);
    },
  };
}
