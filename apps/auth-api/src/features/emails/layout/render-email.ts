import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import {
  inSentence,
  isList,
  stepSeparator,
  urgencyLabels,
  type Advice,
  type EmailContent,
  type EmailFooter,
  type EmailLink,
  type Step,
} from './content.ts';
import { markImage, renderHtml } from './html.ts';

type ProductSettings = Pick<Settings, 'PRODUCT_NAME' | 'PORTAL_URL'>;

/** Renders an email as plain text and as HTML. */
export function renderEmail(content: EmailContent, settings: ProductSettings): Email {
  const { to, subject, unsubscribe, preferences } = content;
  const { PRODUCT_NAME: productName, PORTAL_URL: portalUrl } = settings;
  const footerLink =
    unsubscribe ??
    (preferences && { label: 'Choose which emails you get', href: `${portalUrl}/profile/notifications` });
  const footer = { productName, portalUrl, ...(footerLink && { link: footerLink }) };
  const [text, html] = [renderText(content, footer), renderHtml(content, footer)];
  const email = { to, subject, text, html, images: [markImage] };
  return unsubscribe ? { ...email, unsubscribeUrl: unsubscribe.href } : email;
}

function renderText(
  { urgency, sentence, link, list = [], paragraphs = [], facts = {}, advice, footnote }: EmailContent,
  footer: EmailFooter,
): string {
  const factLines = Object.entries(facts).map(([name, value]) =>
    typeof value === 'string' ? `${name}: ${value}` : [`${name}:`, ...value.map((item) => `- ${item}`)].join('\n'),
  );
  return [
    urgencyLabels[urgency],
    sentence,
    ...(link ? [textOfLink(link)] : []),
    ...list.map((item) => textOfLink(item)),
    ...paragraphs,
    ...(factLines.length > 0 ? [factLines.join('\n')] : []),
    ...(advice ? [textOfAdvice(advice)] : []),
    ...(footnote === undefined ? [] : [footnote]),
    // Mail programs recognize "-- " as the start of a signature (RFC 3676, section 4.3).
    `-- \n${footer.productName}\n${footer.portalUrl}`,
    ...(footer.link ? [textOfLink(footer.link)] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

/** A `mailto:` link is only its label, which contains the address. */
const textOfLink = ({ label, href }: EmailLink, indent = '') =>
  href.startsWith('mailto:') ? label : `${label}:\n${indent}${href}`;

function textOfAdvice(advice: Advice): string {
  const { when, steps } = advice;
  if (!isList(advice)) return `${when}, ${steps.map(inSentence).map(textInSentence).join(stepSeparator)}.`;
  return [`${when}:`, ...steps.map((step, index) => `${index + 1}. ${textOfStep(step)}`)].join('\n');
}

const textOfStep = ({ label, href }: Step) => (href === undefined ? label : textOfLink({ label, href }, '   '));

const textInSentence = ({ label, href }: Step) =>
  href === undefined || href.startsWith('mailto:') ? label : `${label} (${href})`;
