import { Fault } from '../fault.ts';
import { Environment } from '../settings/environment.ts';
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
  return `# Settings of the auth API

Each is an environment variable. They are checked when the API starts; it tells every fault at once, by name, and does
not start. An empty variable is as good as none.

${tableOf(['name', 'what it is', 'it has to be', 'otherwise'], rows)}

With \`NODE_ENV=production\` the API refuses what is unsafe where real people log in:

${unsafe.join('\n')}
- \`SIGNING_KEYS_DIR\` has to hold a key.

Traces are exported if OpenTelemetry’s own variables ask for it: see [decision 8](decisions/0008-tracing.md).
`;
}
