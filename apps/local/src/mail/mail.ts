import { join } from 'node:path';
import { createEmulatorApp } from '../emulator/app.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { apiRoutes } from './api.routes.ts';
import { inboxRoutes } from './inbox.routes.ts';
import { SmtpFaults } from './smtp-faults.ts';
import { Messages } from './messages.ts';
import type { MailSettings } from './settings.ts';
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
