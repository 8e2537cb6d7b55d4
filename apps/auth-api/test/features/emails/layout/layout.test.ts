import { readdir } from 'node:fs/promises';
import { accountEmails } from '../../../../src/features/emails/kinds.ts';
import type { EmailContent, Urgency } from '../../../../src/features/emails/layout/content.ts';
import { renderEmail } from '../../../../src/features/emails/layout/render-email.ts';
import { colors } from '../../../../src/features/emails/layout/styles.ts';
import { sampleEmails, settings } from '../../../support/sample-emails.ts';

const content: EmailContent = {
  to: 'grace@example.com',
  urgency: 'attention',
  subject: 'You were <invited>',
  sentence: 'Ada & <Co.> want you.',
  paragraphs: ['Ada & Co. invited you.', 'Sign up to accept.'],
  list: [{ label: 'Or decline', href: 'http://localhost:9000/decline' }],
  facts: { Workspace: 'Staging', 'Your role': 'Owner' },
  link: { label: 'View the invitation', href: 'http://localhost:9000/invitations/a?b=1&c=2' },
  advice: {
    when: 'If you did not expect this',
    steps: [
      { label: 'Ask Ada' },
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
      'Needs your attention',
      'Ada & <Co.> want you.',
      'View the invitation:\nhttp://localhost:9000/invitations/a?b=1&c=2',
      'Or decline:\nhttp://localhost:9000/decline',
      'Ada & Co. invited you.',
      'Sign up to accept.',
      'Workspace: Staging\nYour role: Owner',
      'If you did not expect this:\n1. Ask Ada\n2. End your sessions:\n   http://localhost:9000/profile\n3. Contact help@example.com',
      'Do not forward this email.',
      '-- \nSystem Initiative\nhttp://localhost:9000',
      'Choose which emails you get:\nhttp://localhost:9000/profile/notifications\n',
    ].join('\n\n'),
  );
});

it('the HTML of an email escapes every text', () => {
  expect(html).toContain('<h1 class="strong"');
  expect(html).toContain('<title>You were &lt;invited&gt;</title>');
  expect(html).toContain('>Ada &amp; &lt;Co.&gt; want you.</h1>');
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

it('advice of one or two steps is a sentence, not a list', () => {
  const steps = [
    { label: 'End your sessions', href: 'http://localhost:9000/profile' },
    { label: 'Contact help@example.com', href: 'mailto:help@example.com' },
  ];
  const email = renderEmail({ ...content, advice: { when: 'If you did not expect this', steps } }, settings);
  expect(email.text).toContain(
    'If you did not expect this, end your sessions (http://localhost:9000/profile), or contact help@example.com.',
  );
  expect(email.html).not.toContain('<ol');
  expect(email.html).toContain('>end your sessions</a>, or <a');
});

it.each<[Urgency, string]>([
  ['information', 'For your information'],
  ['attention', 'Needs your attention'],
  ['security', 'Security'],
])('the urgency %s is shown by words, and by a color of its own in both color schemes', (urgency, words) => {
  const email = renderEmail({ ...content, urgency }, settings);
  expect(email.text.startsWith(`${words}\n\n`)).toBe(true);
  expect(email.html).toContain(`>${words}</td>`);
  const color = urgency === 'information' ? 'soft' : urgency;
  expect(email.html).toMatch(new RegExp(`class="dot-${urgency}" style="[^"]*background-color:${colors.light[color]}"`));
  expect(email.html).toContain(`.dot-${urgency}{background-color:${colors.dark[color]}!important}`);
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

  it('says in one sentence what happened, and does not repeat the subject', () => {
    const [, heading = ''] = /<h1\b[^>]*>([^<]*)<\/h1>/.exec(email.html) ?? [];
    expect(heading).toMatch(/^\P{Lowercase_Letter}.*\.$/u);
    expect(email.text.split('\n\n')[1]).toBe(visibleText(heading).replaceAll(/&(?:quot|#39);/g, '"'));
    const wordsOfSubject = wordsOf(email.subject);
    const said = new Set(wordsOf(heading));
    expect(wordsOfSubject.filter((word) => !said.has(word)).length).toBeGreaterThan(wordsOfSubject.length / 3);
  });

  it('has at most one button, above the details', () => {
    const buttons = email.html.split('class="button"');
    expect(buttons.length).toBeLessThanOrEqual(2);
    if (buttons.length === 2) expect(buttons[0]).not.toMatch(/<(?:p|th|li)\b/);
  });
});

describe.each([
  ['light', colors.light],
  ['dark', colors.dark],
])('the %s colors of emails', (_theme, { page, card, strong, text: body, soft, solid, link, ...urgent }) => {
  it.each([
    ['headings', strong, card, 7],
    ['text', body, card, 7],
    ['secondary text', soft, card, 4.5],
    ['the name of the product', strong, page, 7],
    ['the footer', soft, page, 4.5],
    ['links', link, card, 4.5],
    ['links of the footer', link, page, 4.5],
    ['buttons', colors.onSolid, solid, 4.5],
    ['what needs attention', urgent.attentionWord, card, 4.5],
    ['the mark of what needs attention', urgent.attention, card, 3],
    ['what is about security', urgent.securityWord, card, 4.5],
    ['the mark of what is about security', urgent.security, card, 3],
  ])('have enough contrast for %s', (_what, foreground, background, minimum) => {
    expect(contrast(foreground, background)).toBeGreaterThanOrEqual(minimum);
  });
});

const visibleText = (markup: string) =>
  markup
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&');

const wordsOf = (words: string) => words.match(/[\p{L}\p{N}]+(?:[@.][\p{L}\p{N}]+)*/gu) ?? [];

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
