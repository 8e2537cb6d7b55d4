import escapeHtml from 'escape-html';
import type { EmailImage } from '../../../integrations/smtp/mailer.ts';
import {
  inSentence,
  isList,
  stepSeparator,
  urgencyLabels,
  type Advice,
  type EmailContent,
  type EmailFooter,
  type EmailLink,
  type Facts,
  type Step,
  type Urgency,
} from './content.ts';
import { darkStyleSheet, styles } from './styles.ts';

const png = [
  'iVBORw0KGgoAAAANSUhEUgAAADgAAAA4CAQAAAACj/OVAAABdklEQVR42u2XoXLDMAyGDQICCwYMCwcHAgYC8gADfYzCwICB8IE9QkFBYWHhYE',
  'FBQMFgHiGgIKDgn27VcpfGdnexne02q9dcIv/Vd65jSRYQ035EAAZgAAbg/wPGeERG3xiOlKbBGV5xwsVOdD9zoDQA71GjbzX57JQGYIwjhnZU',
  '/GHfVxqBOdSWWyiNwIMmzMFCaQTqbbzydwEbTZDGQmkErjVh1hZKI/ABZ0WQM/nHK29s/FIRprRU3khtOdpekBZSqZMDXT42eUs8Y4c3VMZ1+V',
  'rFipQ7+oW0L09Rl76ywVjWJbPIZT1MOez7VdiIPBdLXRfgFQcuet6CvSv3Ff+Ot3iLeeeb8+vS0KiHFmPJs9l2ni17lr56mj0DFp9PC37a+2ui',
  'Es4q/Wvis2vbDHLKxmebmCjyptcZVsq6UPkCptpSm/oBFlpg4QdYaoHlH5nh5Gs4+Vv6A/tQ4OmqLWzI4/lAKvHCp6Wa7mQ4cgdgAAZgAIoP3S',
  'wGJfmeNCAAAAAASUVORK5CYII=',
].join('');

/**
 * The white lines of the portal's mark (`apps/portal/public/mark.svg`), with twice the pixels of its size in an email. It is attached
 * to the email, because mail programs remove SVG and `data:` URLs, and many ask before they load an image from the network.
 */
export const markImage: EmailImage = { cid: 'mark', content: Buffer.from(png, 'base64') };

/**
 * Renders the HTML of an email as mail programs need it: tables for the layout, inline styles, no fonts, and no image but the
 * attached mark. The style sheet has only the colors of the dark mode; a mail program that ignores it shows the light colors or
 * inverts them.
 */
export function renderHtml(
  { urgency, subject, sentence, link, list = [], paragraphs = [], facts = {}, advice, footnote }: EmailContent,
  footer: EmailFooter,
): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    `<title>${escapeHtml(subject)}</title><style>${darkStyleSheet}</style></head>`,
    `<body class="page" style="${styles.body}">`,
    // Mail programs show the beginning of the text in the list of emails.
    `<div style="${styles.preview}">${escapeHtml(sentence)}</div>`,
    `<table ${layout} class="page" width="100%" style="${styles.page}"><tr><td align="center" style="${styles.gutter}">`,
    // Outlook on Windows ignores max-width.
    `<!--[if mso]><table ${layout} width="560"><tr><td><![endif]-->`,
    `<table ${layout} width="100%" style="${styles.column}">`,
    `<tr><td style="${styles.header}">${brand(footer.productName)}</td></tr>`,
    `<tr><td class="card edge-${urgency}" style="${styles.card};${styles.edge[urgency]}">`,
    urgencyMark(urgency),
    `<h1 class="strong" style="${styles.heading}">${escapeHtml(sentence)}</h1>`,
    ...(link ? [button(link)] : []),
    ...(list.length > 0 ? [linkList(list)] : []),
    ...paragraphs.map(paragraph),
    factTable(facts),
    ...(advice ? [isList(advice) ? adviceList(advice) : adviceSentence(advice)] : []),
    ...(footnote === undefined ? [] : [`<p class="soft" style="${styles.footnote}">${escapeHtml(footnote)}</p>`]),
    '</td></tr>',
    `<tr><td class="soft" style="${styles.footer}">${footerText(footer)}</td></tr></table>`,
    '<!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>',
  ].join('\n');
}

/** The attributes of a table that is not a table of data. */
const layout = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

/** The mark and the name. The colored cell is there even if a mail program does not show the image. */
function brand(productName: string): string {
  const lines = `<img src="cid:${markImage.cid}" alt="" width="28" height="28" style="${styles.markLines}">`;
  return [
    `<table ${layout}><tr>`,
    `<td class="solid" width="28" height="28" style="${styles.mark}">${lines}</td>`,
    `<td class="strong" style="${styles.name}">${escapeHtml(productName)}</td>`,
    '</tr></table>',
  ].join('');
}

/** A colored dot and a word. The dot is a cell, because few mail programs round other elements. */
const urgencyMark = (urgency: Urgency) =>
  [
    `<table ${layout} style="${styles.urgency}"><tr>`,
    `<td width="8" style="${styles.dotCell}"><div class="dot-${urgency}" style="${styles.dot};${styles.dots[urgency]}"></div></td>`,
    `<td class="word-${urgency}" style="${styles.urgencyWord};${styles.words[urgency]}">${urgencyLabels[urgency]}</td>`,
    '</tr></table>',
  ].join('');

const paragraph = (text: string) => `<p class="text" style="${styles.paragraph}">${escapeHtml(text)}</p>`;

/** So many characters leave half of a phone for the value. */
const maxShortName = 16;

function factTable(facts: Facts): string {
  const rows = Object.entries(facts).map(
    ([name, value]) =>
      `<tr><th class="soft line" scope="row" align="left" style="${styles.factName};${name.length > maxShortName ? styles.longName : styles.shortName}">${escapeHtml(name)}</th>` +
      `<td class="strong line" style="${styles.factValue}">${[value].flat().map(escapeHtml).join('<br>')}</td></tr>`,
  );
  return rows.length === 0
    ? ''
    : `<table class="line" border="0" cellpadding="0" cellspacing="0" width="100%" style="${styles.facts}">${rows.join('')}</table>`;
}

/** Outlook on Windows ignores the padding of a link, so the cell has it there. */
const button = ({ label, href }: EmailLink) =>
  `<table ${layout} style="${styles.buttonTable}"><tr><td class="solid" align="center" style="${styles.buttonCell}">` +
  `<a class="button" href="${escapeHtml(href)}" style="${styles.button}">${escapeHtml(label)}</a></td></tr></table>`;

const listItem = (step: Step) => `<li class="text" style="${styles.step}">${stepText(step)}</li>`;

const linkList = (links: readonly EmailLink[]) =>
  `<ul class="text" style="${styles.links}">${links.map(listItem).join('')}</ul>`;

const adviceList = ({ when, steps }: Advice) =>
  `<h2 class="strong" style="${styles.adviceTitle}">${escapeHtml(when)}:</h2>` +
  `<ol class="text" style="${styles.steps}">${steps.map(listItem).join('')}</ol>`;

const adviceSentence = ({ when, steps }: Advice) =>
  `<p class="text" style="${styles.adviceSentence}">${escapeHtml(when)}, ${steps.map(inSentence).map(stepText).join(stepSeparator)}.</p>`;

const stepText = ({ label, href }: Step) => (href === undefined ? escapeHtml(label) : anchor({ label, href }));

const anchor = ({ label, href }: EmailLink) =>
  `<a class="link" href="${escapeHtml(href)}" style="${styles.link}">${escapeHtml(label)}</a>`;

function footerText({ productName, portalUrl, link }: EmailFooter): string {
  const portal = `${escapeHtml(productName)} · ${anchor({ label: portalUrl, href: portalUrl })}`;
  return link ? `${portal}<br>${anchor(link)}` : portal;
}
