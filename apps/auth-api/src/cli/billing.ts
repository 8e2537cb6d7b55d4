import { reconcile } from '../features/billing/reconcile.ts';
import { replayEvents } from '../features/billing/replay-events.ts';
import { parseSettings } from '../platform/config/settings.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { createServices } from '../services.ts';
import type { Services } from '../request/call/services.ts';
import { exitWithUsage, parseCliArgs } from './parse-args.ts';
import { reportFatalError } from '../platform/observability/report-fatal-error.ts';

const usage = `Usage: billing reconcile [--replace-unknown]
       billing replay [event id ...]
reconcile syncs the billing mirror with Stripe and reports what differed. With --replace-unknown each
customer that Stripe does not know, such as one of test mode after going live, is replaced by another one. replay applies webhook events again: the given
ones (evt_...), or all pending ones. The settings are those of the API: DATABASE_URL, STRIPE_SECRET_KEY and the others.`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

function parseCommand(
  [command, ...more]: readonly string[],
  replaceUnknown: boolean,
): (services: Services) => Promise<unknown> {
  if (command === 'replay' && !replaceUnknown) return async (services) => print(await replayEvents(more, services));
  if (command === 'replay') return exitWithUsage('--replace-unknown is an option of reconcile.', usage);
  if (command !== 'reconcile') {
    return exitWithUsage(command === undefined ? 'A command is required.' : `Unknown command: ${command}.`, usage);
  }
  if (more.length > 0) return exitWithUsage('reconcile takes no arguments: it syncs all accounts.', usage);
  return (services) => reconcile(services, print, replaceUnknown);
}

const { positionals, values } = parseCliArgs(usage, { 'replace-unknown': { type: 'boolean', default: false } });
const run = parseCommand(positionals, values['replace-unknown']);
try {
  const services = await createServices(parseSettings(process.env), createLogger('warn'));
  await run(services).catch(fail);
  await services.close();
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  reportFatalError(error);
  process.exitCode = 1;
}
