import { readdir } from 'node:fs/promises';
import { accountEmails } from '../../../../src/features/emails/kinds.ts';
import type { EmailContent } from '../../../../src/features/emails/layout/content.ts';
import { renderEmail } from '../../../../src/features/emails/layout/render-email.ts';
import { colors } from '../../../../src/features/emails/layout/styles.ts';
import { sampleEmails, settings } from '../../../support/sample-emails.ts';

const content: EmailContent = {
  to: 'grace@example.com',
  subject: 'You were <invited>',
  paragraphs: ['Ada & Co. invited you.', 'Sign up to accept.'],
  facts: { Workspace: 'Staging', 'Your role': 'Owner' },
  link: { label: 'View the invitation', href: 'http://localhost:9000/invitations/a?b=1&c=2' },
  advice: {
    title: 'If you did not expect this:',
    steps: [
      { label: 'End your sessions', href: 'http://localhost:9000/profile' },
      { label: 'Contact help@example.com', href: 'mailto:help@example.com' },
    ],
  },
  footnote: 'Do not forward this email.',
  preferences: true,
};
const { text, html } = renderEmail(content, settings);

it('the text of an email has all of its content in the order of the HTML', () => {
  expect(text).toBe(
    [
      'You were <invited>',
      'Ada & Co. invited you.',
      'Sign up to accept.',
      'Workspace: Staging\nYour role: Owner',
      'View the invitation:\nhttp://localhost:9000/invitations/a?b=1&c=2',
      'If you did not expect this:\n1. End your sessions:\n   http://localhost:9000/profile\n2. Contact help@example.com',
      'Do not forward this email.',
      '-- \nSystem Initiative\nhttp://localhost:9000',
      'Choose which emails you get:\nhttp://localhost:9000/profile\n',
    ].join('\n\n'),
  );
});

it('the HTML of an email escapes every text', () => {
  expect(html).toContain('<h1 class="strong"');
  expect(html).toContain('>You were &lt;invited&gt;</h1>');
  expect(html).toContain('Ada &amp; Co. invited you.');
  expect(html).toContain('href="http://localhost:9000/invitations/a?b=1&amp;c=2"');
});

it('the main link of an email is a button, also in mail programs that ignore the color and the padding of links', () => {
  const [, cell = '', anchor = ''] =
    /<td class="solid"[^>]*style="([^"]*)"><a class="button"[^>]*style="([^"]*)"/.exec(html) ?? [];
  expect(cell).toContain(`background-color:${colors.light.solid}`);
  expect(cell).toContain('mso-padding-alt:10px 20px');
  expect(anchor).toContain('padding:10px 20px');
  expect(anchor).toContain('color:#ffffff');
});

it('every email has an example for the preview and for the tests below', async () => {
  const folder = new URL('../../../../src/features/emails/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.emails.ts'));
  const topics = await Promise.all(files.map(async (file) => (await import(new URL(file, folder).href)) as object));
  // Each export is a kind of email about an account, or a function that renders another email.
  const emails = topics.flatMap((topic) => Object.keys(topic)).map((name) => toKebabCase(name.replace(/Email$/, '')));
  const examples = new Set(Object.keys(sampleEmails()).map((name) => name.replace(/ \(.*/, '')));
  expect(emails.length).toBeGreaterThan(20);
  expect(emails.filter((email) => !examples.has(email))).toEqual([]);
  expect(Object.keys(accountEmails).filter((kind) => !emails.includes(toKebabCase(kind)))).toEqual([]);
});

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe.each(Object.entries(sampleEmails()))('the email %s', (_name, email) => {
  it('declares both color schemes, and has the dark colors where mail programs read style sheets', () => {
    expect(email.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(email.html).toContain('<meta name="supported-color-schemes" content="light dark">');
    expect(email.html).toContain('@media (prefers-color-scheme:dark){');
  });

  it('has a color and a class for the dark mode on every text', () => {
    const texts = [...email.html.matchAll(/<(?:h1|h2|p|li|th|a)\b[^>]*>/g)].map(([tag]) => tag);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.filter((tag) => !/ class="(?:[a-z]+ )*(?:strong|text|soft|link|button)\b/.test(tag))).toEqual([]);
    expect(texts.filter((tag) => !/[";]color:#/.test(tag))).toEqual([]);
  });

  it('loads nothing from the network: no fonts, scripts or style sheets, and its only image is attached', () => {
    expect(email.html).not.toMatch(/<(?:link|script|svg|video)\b|url\(|@import|@font-face/);
    expect([...email.html.matchAll(/\bsrc="([^"]*)"/g)].map(([, source]) => source)).toEqual(['cid:mark']);
    expect(email.images?.map(({ cid }) => cid)).toEqual(['mark']);
  });

  it('has the same words as text and as HTML', () => {
    const words = new Set(wordsOf(email.text));
    expect(wordsOf(visibleText(email.html)).filter((word) => !words.has(word))).toEqual([]);
  });

  it('starts with its subject as the heading, in both forms', () => {
    expect(email.text.startsWith(`${email.subject}\n\n`)).toBe(true);
    expect(email.html.match(/<h1\b/g)).toHaveLength(1);
  });
});

describe.each([
  ['light', colors.light],
  ['dark', colors.dark],
])('the %s colors of emails', (_theme, { page, card, strong, text: body, soft, solid, link }) => {
  it.each([
    ['headings', strong, card, 7],
    ['text', body, card, 7],
    ['secondary text', soft, card, 4.5],
    ['the name of the product', strong, page, 7],
    ['the footer', soft, page, 4.5],
    ['links', link, card, 4.5],
    ['links of the footer', link, page, 4.5],
    ['buttons', colors.onSolid, solid, 4.5],
  ])('have enough contrast for %s', (_what, foreground, background, minimum) => {
    expect(contrast(foreground, background)).toBeGreaterThanOrEqual(minimum);
  });
});

const visibleText = (markup: string) =>
  markup
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&');

const wordsOf = (words: string) => words.match(/[\p{L}\p{N}@.]+/gu) ?? [];

/** WCAG 2.2, "contrast ratio". */
function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
