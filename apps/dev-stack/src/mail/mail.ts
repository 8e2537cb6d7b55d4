import { join } from 'node:path';
import express, { Router } from 'express';
import * as z from 'zod';
import { createEmulatorApp } from '../emulator/app.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { inboxRoutes } from './inbox.routes.ts';
import { Messages, isTo } from './messages.ts';
import type { MailSettings } from './settings.ts';
import { SmtpFaults } from './smtp-faults.ts';
import { startSmtp } from './smtp.ts';

/** Starts the SMTP server and its inbox. */
export async function startMail({
  port,
  smtpPort,
  dataDir,
  log = logToStdout,
}: MailSettings & { log?: Log }): Promise<RunningServer & { readonly smtpUrl: string }> {
  const messages = new Messages(join(dataDir, 'mail'));
  const faults = new SmtpFaults();
  const listener = await listen(port);
  const smtp = await startSmtp(smtpPort, messages, faults, log);

  const app = createEmulatorApp(log);
  app.use(apiRoutes(messages, faults), inboxRoutes(messages, faults));
  listener.handle(app);

  return {
    url: listener.url,
    smtpUrl: `smtp://localhost:${smtp.port}`,
    stop: async () => {
      await Promise.all([smtp.stop(), listener.stop()]);
    },
  };
}

/** The emails to delete; all without an address. */
const Deletion = z.object({ to: z.optional(z.string()) });

/** The inbox as JSON, and fault injection. */
function apiRoutes(messages: Messages, faults: SmtpFaults): Router {
  const routes = Router();
  routes.get('/api/messages', (request, response) => {
    const { to } = request.query;
    response.set('Cache-Control', 'no-store').json(messages.list(typeof to === 'string' ? isTo(to) : undefined));
  });
  routes.delete('/api/messages', (request, response) => {
    const query = Deletion.safeParse(request.query);
    if (!query.success) {
      response.status(400).json({ error: z.prettifyError(query.error) });
      return;
    }
    const { to } = query.data;
    if (to === undefined) messages.clear();
    else messages.delete(isTo(to));
    response.status(204).end();
  });
  routes.get('/_test/faults', (_request, response) => {
    response.json(faults.mode);
  });
  routes.post('/_test/faults', express.json(), (request, response) => {
    try {
      faults.change(request.body);
      response.json(faults.mode);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      response.status(400).json({ error: z.prettifyError(error) });
    }
  });
  return routes;
}
