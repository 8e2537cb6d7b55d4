import { reconcile } from './billing/reconcile.ts';
import { replayEvents } from './billing/replay.ts';
import { commandWords, refuseWords } from './command-words.ts';
import { createLog } from './log.ts';
import { operatorWords } from './operator-words.ts';
import { openServices, type Services } from './services.ts';
import { parseSettings } from './settings.ts';

const usage = `Usage: billing reconcile
       billing replay [event id ...]
reconcile makes the API's copy equal to Stripe and tells what differed. replay acts upon events once more: those named
(evt_...), or all that still wait. The settings are the API's own: DATABASE_URL, STRIPE_SECRET_KEY and the others.`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function workOf([command, ...more]: readonly string[]): (services: Services) => Promise<unknown> {
  if (command === 'replay') return async (services) => say(await replayEvents(more, services));
  if (command !== 'reconcile') {
    return refuseWords(command === undefined ? 'What is to be done?' : `There is no command ${command}.`, usage);
  }
  if (more.length > 0) return refuseWords('reconcile takes nothing more: it compares everybody.', usage);
  return (services) => reconcile(services, say);
}

const work = workOf(commandWords(usage, {}).positionals);
try {
  const services = await openServices(parseSettings(process.env), createLog('warn'));
  try {
    await work(services);
  } finally {
    await services.close();
  }
} catch (error) {
  process.stderr.write(`${operatorWords(error)}\n`);
  process.exitCode = 1;
}
