import { Router } from 'express';
import { html } from '../stand-in/html.ts';
import { sendPage } from '../stand-in/page.ts';
import { note } from './pages.ts';
import type { Redemption, Verification } from './verification.ts';

const outcomes: Readonly<Record<Redemption, { status: number; title: string; text: (email: string) => string }>> = {
  verified: {
    status: 200,
    title: 'Your email address is verified',
    text: (email) => `Thank you. ${email} is verified: go back to the portal to carry on.`,
  },
  used: {
    status: 400,
    title: 'This link was used already',
    text: (email) => `Each link works once. If ${email} still counts as not verified, ask the portal for a new link.`,
  },
  expired: {
    status: 400,
    title: 'This link is too old',
    text: (email) => `Ask the portal to send a new link to ${email}.`,
  },
  unknown: {
    status: 400,
    title: 'This link is not valid',
    text: () => 'Check that you opened the whole link of the message, or ask the portal for a new one.',
  },
};

/** Where the links of verification mails lead. */
export function verificationRoutes(verification: Verification, portalUrl: string | undefined): Router {
  const routes = Router();
  routes.get('/email-verification', (request, response) => {
    const { ticket } = request.query;
    const { outcome, account } = verification.redeem(typeof ticket === 'string' ? ticket : '');
    const { status, title, text } = outcomes[outcome];
    const body = html`<main>
      <h1>${title}</h1>
      <p class="quiet">${text(account?.email ?? 'your address')}</p>
      ${
        portalUrl !== undefined &&
        html`<div class="actions"><a class="button full" href="${portalUrl}">Go to the portal</a></div>`
      }
    </main>`;
    sendPage(response, { title, body, note, status });
  });
  return routes;
}
