import escapeHtml from 'escape-html';
import type { Mail } from '../providers/mailer.ts';
import type { Settings } from '../settings.ts';

/** What a mail says; its two forms say the same. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly facts?: Readonly<Record<string, string>>;
  readonly link?: { readonly label: string; readonly href: string };
  /** What may be read last. */
  readonly aside?: string;
  /** How the recipient stops such mails. */
  readonly stop?: { readonly label: string; readonly href: string };
}

// Neither text nor ground has a colour of its own, so that every reader's light or dark shows through.
const line = '1px solid #8b93a1';
const styles = {
  page: 'margin:0;padding:24px;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px',
  sheet: 'max-width:560px;margin:0 auto;overflow-wrap:anywhere',
  product: `margin:0 0 24px;padding:0 0 12px;border-bottom:${line};font-weight:600`,
  text: 'margin:0 0 16px',
  facts: 'margin:0 0 20px;border-collapse:collapse',
  name: 'padding:3px 24px 3px 0;text-align:left;vertical-align:top;font-weight:400;white-space:nowrap',
  fact: 'padding:3px 0;vertical-align:top;font-weight:600',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background-color:#2458d3;color:#ffffff;font-weight:600;text-decoration:none',
  foot: `margin:28px 0 0;padding:12px 0 0;border-top:${line};font-size:13px;line-height:20px`,
} as const;

/** Lays out a mail: plainly as text, and as HTML that needs no picture and no style sheet. */
export function letter(said: Letter, settings: Pick<Settings, 'PRODUCT_NAME' | 'PORTAL_URL'>): Mail {
  const { to, subject, stop } = said;
  const mail = { to, subject, text: asText(said, settings), html: asHtml(said, settings) };
  return stop ? { ...mail, unsubscribeUrl: stop.href } : mail;
}

type Sender = Parameters<typeof letter>[1];

function asText({ paragraphs, facts = {}, link, aside, stop }: Letter, { PRODUCT_NAME, PORTAL_URL }: Sender): string {
  const lines = Object.entries(facts).map(([name, fact]) => `${name}: ${fact}`);
  return [
    ...paragraphs,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.href}`] : []),
    ...(aside === undefined ? [] : [aside]),
    `${PRODUCT_NAME}\n${PORTAL_URL}`,
    ...(stop ? [`${stop.label}:\n${stop.href}`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function asHtml(
  { subject, paragraphs, facts = {}, link, aside, stop }: Letter,
  { PRODUCT_NAME, PORTAL_URL }: Sender,
): string {
  const say = escapeHtml;
  const rows = Object.entries(facts).map(
    ([name, fact]) =>
      `<tr><th scope="row" style="${styles.name}">${say(name)}</th><td style="${styles.fact}">${say(fact)}</td></tr>`,
  );
  const portal = `<a href="${say(PORTAL_URL)}">${say(PORTAL_URL)}</a>`;
  const stopping = stop ? `<br><a href="${say(stop.href)}">${say(stop.label)}</a>` : '';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    `<title>${say(subject)}</title></head><body style="${styles.page}"><div style="${styles.sheet}">`,
    `<p style="${styles.product}">${say(PRODUCT_NAME)}</p>`,
    ...paragraphs.map((text) => `<p style="${styles.text}">${say(text)}</p>`),
    ...(rows.length > 0 ? [`<table style="${styles.facts}">${rows.join('')}</table>`] : []),
    link
      ? `<p style="${styles.text}"><a href="${say(link.href)}" style="${styles.button}">${say(link.label)}</a></p>`
      : '',
    `<p style="${styles.foot}">${aside === undefined ? '' : `${say(aside)}<br>`}${portal}${stopping}</p>`,
    '</div></body></html>',
  ].join('\n');
}
