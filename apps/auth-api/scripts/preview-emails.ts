// Writes one email of every kind into .reports/emails, as HTML and as text, with a page that lists them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import escapeHtml from 'escape-html';
import { sampleEmails } from '../test/support/sample-emails.ts';

const folder = path.resolve('.reports/emails');

mkdirSync(folder, { recursive: true });
const items = Object.entries(sampleEmails()).map(([name, { subject, text, html, images = [] }]) => {
  const shown = images.reduce(
    (markup, { cid, content }) =>
      markup.replaceAll(`cid:${cid}`, `data:image/png;base64,${content.toString('base64')}`),
    html,
  );
  writeFileSync(path.join(folder, `${name}.html`), shown);
  writeFileSync(path.join(folder, `${name}.txt`), text);
  const [htmlFile, textFile] = [`${name}.html`, `${name}.txt`].map((file) => escapeHtml(encodeURIComponent(file)));
  return `<li><a href="${htmlFile}">${escapeHtml(subject)}</a> (${escapeHtml(name)}, <a href="${textFile}">text</a>)</li>`;
});
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Emails</title><h1>Emails</h1><ul>${items.join('')}</ul></html>\n`;
writeFileSync(path.join(folder, 'index.html'), page);
process.stdout.write(`${path.join(folder, 'index.html')}\n`);
