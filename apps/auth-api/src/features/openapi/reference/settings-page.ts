import { settingDocs } from '../../../platform/config/env-parsers.ts';
import { Environment } from '../../../platform/config/environment.ts';
import { conflictRules, productionRules } from '../../../platform/config/validation-rules.ts';
import { supportedVersions } from '../../../platform/db/server-version.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { markdownTable } from './markdown.ts';

/** docs/generated/settings.md, generated from the settings schema and its rules. */
export function settingsPage(): string {
  const rows = Object.entries(Environment.shape).map(([name, schema]) => {
    const doc = settingDocs.get(schema);
    if (!doc) throw new AppError(`The setting ${name} has no documentation.`);
    return [`\`${name}\``, doc.description, doc.format, doc.defaultText ?? 'required'];
  });
  const conflicts = conflictRules.map(({ setting, message: must }) => `- \`${setting}\` ${must}`);
  const production = productionRules.map(
    ({ settings, message: must }) => `- ${settings.map((name) => `\`${name}\``).join(', ')} ${must}`,
  );
  return `# Settings of the auth API

Each setting is an environment variable. The API checks them when it starts. If any are invalid, it lists them all by name
and exits. An empty variable counts as not set. To read a setting from a file, such as a container secret, add \`_FILE\` to its
name: \`DATABASE_URL_FILE=/run/secrets/database_url\` sets \`DATABASE_URL\`.

${markdownTable(['Name', 'Description', 'Format', 'Default'], rows)}

## Conflicting settings

${conflicts.join('\n')}

## Production

With \`NODE_ENV=production\`, the default, the API rejects settings that are unsafe for real users:

${production.join('\n')}
- \`SIGNING_KEYS_DIR\` must contain a key for each purpose and \`mailbox-secret\`

## Startup

The database must accept the login, and its version must be supported (PostgreSQL ${supportedVersions.oldest} to ${supportedVersions.newest}). If the
database is unreachable or lacks migrations, the API waits and opens its port as soon as it is ready. It logs a warning for
settings that are allowed but probably a mistake, and for variables that are spelled almost like a setting.

The API exports traces if OpenTelemetry’s own variables ask for it: see [traces](../operating/monitoring-reference.md#traces).
`;
}
