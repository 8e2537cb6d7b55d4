import { html } from '../emulator/html.ts';
import { productName } from '../product-name.ts';
import type { Email } from './outbox.ts';

interface Content {
  readonly to: string;
  readonly subject: string;
  /** Also the heading. */
  readonly text: string;
  readonly link?: { readonly label: string; readonly href: string };
  readonly note: string;
}

/** Replaces the inline colors in the dark mode of a mail program. */
const darkStyleSheet = [
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){',
  '.page{background-color:#0b0d10!important}.card{background-color:#121418!important;border-color:#363940!important}',
  '.strong{color:#f2f3f5!important}.soft{color:#a0a5ad!important}',
  '.solid{background-color:#4162da!important}}',
].join('');

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** An email of the Auth0 emulator. It looks like those of the portal. */
function renderEmail({ to, subject, text, link, note }: Content): Email {
  const button =
    link &&
    html`<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:24px 0">
      <tr>
        <td class="solid" style="border-radius:6px;background-color:#395ae4;mso-padding-alt:10px 20px">
          <a
            href="${link.href}"
            style="display:inline-block;padding:10px 20px;border-radius:6px;${font};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none"
            >${link.label}</a
          >
        </td>
      </tr>
    </table>`;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${darkStyleSheet}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background-color:#f9fafb">
        <table
          role="presentation"
          class="page"
          width="100%"
          border="0"
          cellpadding="0"
          cellspacing="0"
          style="background-color:#f9fafb"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                border="0"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px"
              >
                <tr>
                  <td
                    class="strong"
                    style="padding:0 0 20px;${font};font-size:15px;line-height:24px;font-weight:600;color:#14171d"
                  >
                    ${productName}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="padding:32px;border:1px solid #e4e7eb;border-radius:10px;background-color:#ffffff"
                  >
                    <h1
                      class="strong"
                      style="margin:0 0 16px;${font};font-size:20px;line-height:28px;font-weight:600;color:#14171d"
                    >
                      ${text}
                    </h1>
                    ${button}
                    <p class="soft" style="margin:0;${font};font-size:13px;line-height:20px;color:#585e68">${note}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`;
  return {
    to,
    subject,
    text: [productName, text, ...(link ? [`${link.label}:\n${link.href}`] : []), note].join('\n\n'),
    html: document.markup,
  };
}

export const verificationEmail = (to: string, href: string) =>
  renderEmail({
    to,
    subject: 'Verify your email address',
    text: `Confirm that this is your address at ${productName}.`,
    link: { label: 'Verify email address', href },
    note: 'The link works once, within the next five days. If you did not create an account, ignore this email.',
  });

export const loginCodeEmail = (to: string, code: string) =>
  renderEmail({
    to,
    subject: `Your login code is ${code}`,
    text: `Enter ${code} to log in to ${productName}.`,
    note: 'The code works once, within the next three minutes. If you did not request it, ignore this email.',
  });

export const passwordResetEmail = (to: string, href: string) =>
  renderEmail({
    to,
    subject: 'Reset your password',
    text: `Choose a new one for ${productName}.`,
    link: { label: 'Choose a new password', href },
    note: 'The link works once, within the next hour. If you did not request it, ignore this email.',
  });
