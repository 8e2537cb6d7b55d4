import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import type { EmailContent, EmailFooter, EmailLink, Step } from './content.ts';
import { markImage, renderHtml } from './html.ts';

type ProductSettings = Pick<Settings, 'PRODUCT_NAME' | 'PORTAL_URL'>;

/** Renders an email as plain text and as HTML. */
export function renderEmail(content: EmailContent, settings: ProductSettings): Email {
  const { to, subject, unsubscribe, preferences } = content;
  const { PRODUCT_NAME: productName, PORTAL_URL: portalUrl } = settings;
  const footerLink =
    unsubscribe ?? (preferences && { label: 'Choose which emails you get', href: `${portalUrl}/profile` });
  const footer = { productName, portalUrl, ...(footerLink && { link: footerLink }) };
  const [text, html] = [renderText(content, footer), renderHtml(content, footer)];
  const email = { to, subject, text, html, images: [markImage] };
  return unsubscribe ? { ...email, unsubscribeUrl: unsubscribe.href } : email;
}

function renderText(
  { subject, paragraphs, facts = {}, link, advice, footnote }: EmailContent,
  footer: EmailFooter,
): string {
  const factLines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  return [
    subject,
    ...paragraphs,
    ...(factLines.length > 0 ? [factLines.join('\n')] : []),
    ...(link ? [textOfLink(link)] : []),
    ...(advice ? [[advice.title, ...advice.steps.map(textOfStep)].join('\n')] : []),
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

const textOfStep = ({ label, href }: Step, index: number) =>
  `${index + 1}. ${href === undefined ? label : textOfLink({ label, href }, '   ')}`;
