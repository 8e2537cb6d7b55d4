import escapeHtml from 'escape-html';
import type { Settings } from '../config/settings.ts';
import type { Email } from '../integrations/smtp/mailer.ts';

/** The content of an email. The text and the HTML version have the same content. */
export interface EmailContent {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown as a table. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Shown as a button. */
  readonly link?: { readonly label: string; readonly href: string };
  /** What to do if the event was not the recipient's; shown as a numbered list. */
  readonly advice?: { readonly title: string; readonly steps: readonly Step[] };
  readonly footnote?: string;
  /** Whether the recipient can turn such emails off; then a link leads to the preferences. */
  readonly preferences?: true;
  readonly unsubscribe?: { readonly label: string; readonly href: string };
}

/** A step with `href` is a link. */
export interface Step {
  readonly label: string;
  readonly href?: string;
}

type ProductSettings = Pick<Settings, 'PRODUCT_NAME' | 'PORTAL_URL'>;

// Text and background have no colors of their own, so that the reader's light or dark mode applies.
const border = '1px solid #8b93a1';
const styles = {
  page: 'margin:0;padding:24px;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px',
  container: 'max-width:560px;margin:0 auto;overflow-wrap:anywhere',
  header: `margin:0 0 24px;padding:0 0 12px;border-bottom:${border};font-weight:600`,
  paragraph: 'margin:0 0 16px',
  facts: 'margin:0 0 20px;border-collapse:collapse',
  factName: 'padding:3px 24px 3px 0;text-align:left;vertical-align:top;font-weight:400;white-space:nowrap',
  factValue: 'padding:3px 0;vertical-align:top;font-weight:600',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background-color:#2458d3;color:#ffffff;font-weight:600;text-decoration:none',
  heading: 'margin:0 0 8px;font-weight:600',
  steps: 'margin:0 0 16px;padding:0 0 0 24px',
  step: 'margin:0 0 4px',
  footer: `margin:28px 0 0;padding:12px 0 0;border-top:${border};font-size:13px;line-height:20px`,
} as const;

/** Renders an email as plain text, and as HTML without images or style sheets. */
export function renderEmail(content: EmailContent, settings: ProductSettings): Email {
  const { to, subject, unsubscribe } = content;
  const email = { to, subject, text: renderText(content, settings), html: renderHtml(content, settings) };
  return unsubscribe ? { ...email, unsubscribeUrl: unsubscribe.href } : email;
}

function renderText(
  { paragraphs, facts = {}, link, advice, footnote, ...content }: EmailContent,
  { PRODUCT_NAME, PORTAL_URL }: ProductSettings,
): string {
  const footerLink = footerLinkOf(content, PORTAL_URL);
  const factLines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  return [
    ...paragraphs,
    ...(factLines.length > 0 ? [factLines.join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.href}`] : []),
    ...(advice ? [[advice.title, ...advice.steps.map(textOfStep)].join('\n')] : []),
    ...(footnote === undefined ? [] : [footnote]),
    `${PRODUCT_NAME}\n${PORTAL_URL}`,
    ...(footerLink ? [`${footerLink.label}:\n${footerLink.href}`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

const footerLinkOf = (
  { unsubscribe, preferences }: Pick<EmailContent, 'unsubscribe' | 'preferences'>,
  portalUrl: string,
): EmailContent['link'] =>
  unsubscribe ?? (preferences && { label: 'Choose which emails you get', href: `${portalUrl}/profile` });

/** The label of a `mailto:` link contains the address. */
const textOfStep = ({ label, href }: Step, index: number) =>
  `${index + 1}. ${label}${href === undefined || href.startsWith('mailto:') ? '' : `:\n   ${href}`}`;

function renderHtml(
  { subject, paragraphs, facts = {}, link, advice, footnote, ...content }: EmailContent,
  { PRODUCT_NAME, PORTAL_URL }: ProductSettings,
): string {
  const escape = escapeHtml;
  const factRows = Object.entries(facts).map(
    ([name, value]) =>
      `<tr><th scope="row" style="${styles.factName}">${escape(name)}</th><td style="${styles.factValue}">${escape(value)}</td></tr>`,
  );
  const stepItems = (advice?.steps ?? []).map(({ label, href }) => {
    const text = href === undefined ? escape(label) : `<a href="${escape(href)}">${escape(label)}</a>`;
    return `<li style="${styles.step}">${text}</li>`;
  });
  const portalLink = `<a href="${escape(PORTAL_URL)}">${escape(PORTAL_URL)}</a>`;
  const footerLink = footerLinkOf(content, PORTAL_URL);
  const footerAnchor = footerLink ? `<br><a href="${escape(footerLink.href)}">${escape(footerLink.label)}</a>` : '';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    `<title>${escape(subject)}</title></head><body style="${styles.page}"><div style="${styles.container}">`,
    `<p style="${styles.header}">${escape(PRODUCT_NAME)}</p>`,
    ...paragraphs.map((text) => `<p style="${styles.paragraph}">${escape(text)}</p>`),
    ...(factRows.length > 0 ? [`<table style="${styles.facts}">${factRows.join('')}</table>`] : []),
    link
      ? `<p style="${styles.paragraph}"><a href="${escape(link.href)}" style="${styles.button}">${escape(link.label)}</a></p>`
      : '',
    ...(advice
      ? [
          `<p style="${styles.heading}">${escape(advice.title)}</p>`,
          `<ol style="${styles.steps}">${stepItems.join('')}</ol>`,
        ]
      : []),
    `<p style="${styles.footer}">${footnote === undefined ? '' : `${escape(footnote)}<br>`}${portalLink}${footerAnchor}</p>`,
    '</div></body></html>',
  ].join('\n');
}
