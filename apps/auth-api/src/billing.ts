import { reconcile } from './billing/reconcile.ts';
import { replayEvents } from './billing/replay.ts';
import { errorType } from './error-type.ts';
import { Fault, tellable } from './fault.ts';
import { createLog } from './log.ts';
import { openServices, type Services } from './services.ts';
import { parseSettings } from './settings.ts';

const usage = `Usage: billing reconcile | replay [event id ...]
reconcile makes the API's copy equal to Stripe and tells what differed. replay acts upon events once more: those named, or
all that still wait. The settings are the API's own.`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function run([command, ...ids]: readonly string[], services: Services): Promise<void> {
  if (command === 'reconcile') await reconcile(services, say);
  else if (command === 'replay') say(`${await replayEvents(ids, services)} events were acted upon.`);
  else throw new Fault(usage);
}

try {
  const settings = parseSettings(process.env);
  const services = await openServices(settings, createLog('warn'));
  await run(process.argv.slice(2), services).finally(() => services.close());
} catch (error) {
  process.stderr.write(`${tellable(error) ?? `It failed with ${errorType(error)}.`}\n`);
  process.exitCode = 1;
}
