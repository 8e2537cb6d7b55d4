import { Fault } from '../fault.ts';
import { supportedVersions } from '../database/supported-version.ts';
import { contradictionRules } from '../settings/contradicting-settings.rules.ts';
import { Environment } from '../settings/environment.ts';
import { renamedSettings } from '../settings/renamed-settings.ts';
import { settingNotes } from '../settings/setting-kinds.ts';
import { unsafeRules } from '../settings/unsafe-settings.rules.ts';
import { tableOf } from './markdown.ts';

/** What an operator can set, as Markdown, made from the list that the API reads its settings by. */
export function settingsPage(): string {
  const rows = Object.entries(Environment.shape).map(([name, schema]) => {
    const note = settingNotes.get(schema);
    if (!note) throw new Fault(`Nothing is said of the setting ${name}.`);
    return [`\`${name}\``, note.what, note.expected, note.otherwise ?? 'has to be given'];
  });
  const unsafe = unsafeRules.map(({ of, must }) => `- ${of.map((name) => `\`${name}\``).join(', ')} ${must};`);
  const renamed = Object.entries(renamedSettings).map(([oldName, name]) => [`\`${oldName}\``, `\`${name}\``]);
  const contradicting = contradictionRules.map(({ of, must }) => `- \`${of}\` ${must};`);
  return `# Settings of the auth API

Each is an environment variable. They are checked when the API starts; it tells every fault at once, by name, and does
not start. An empty variable is as good as none. Each can stand in a file instead, as secrets of containers do:
\`DATABASE_URL_FILE=/run/secrets/database_url\` is the setting \`DATABASE_URL\`.

${tableOf(['name', 'what it is', 'it has to be', 'otherwise'], rows)}

Old names work for one release, with a warning at the start; a setting that has both names has to have one value:

${tableOf(['old name', 'name'], renamed)}

Some can’t be together:

${contradicting.join('\n').replace(/;$/, '.')}

With \`NODE_ENV=production\` the API refuses what is unsafe where real people log in:

${unsafe.join('\n')}
- \`SIGNING_KEYS_DIR\` has to hold a key.

The database has to accept the login when the API starts, and its version has to be supported (PostgreSQL
${supportedVersions.oldest} to ${supportedVersions.newest}). A database that is away, or that lacks migrations, is waited for: the API opens its port as
soon as it is ready. What is allowed but doubtful is a warning in the log at the start, and so is a variable that is named
almost as a setting is.

Traces are exported if OpenTelemetry’s own variables ask for it: see [traces](operating/monitor.md#traces).
`;
}
