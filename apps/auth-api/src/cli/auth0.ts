import { auth0Management } from '../integrations/auth0/management-api.ts';
import { describeMissing, managementPermissions } from '../integrations/auth0/permissions.ts';
import { parseSettings } from '../platform/config/settings.ts';
import { reportFatalError } from '../platform/observability/report-fatal-error.ts';
import { exitWithUsage, parseCliArgs } from './parse-args.ts';

const usage = `Usage: auth0 check
Gets an access token of Auth0's Management API and prints the permissions that it lacks, each with what does not work without it. Exits
with 1 if there are any. The settings are those of the API: AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET and the others.`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

const [command, ...more] = parseCliArgs(usage, {}).positionals;
if (command !== 'check' || more.length > 0)
  exitWithUsage(command === undefined ? 'A command is required.' : 'The only command is check.', usage);
try {
  const missing = await auth0Management(parseSettings(process.env)).missingPermissions();
  for (const permission of missing) print(describeMissing(permission));
  if (missing.length === 0) print(`The API has all permissions: ${Object.keys(managementPermissions).join(', ')}.`);
  else process.exitCode = 1;
} catch (error) {
  reportFatalError(error);
  process.exitCode = 1;
}
