import express, { Router } from 'express';
import * as z from 'zod';
import { html } from '../emulator/html.ts';
import { sendPage } from '../emulator/page.ts';
import { messagePage, toPortal } from './pages.ts';
import type { SecondFactor } from './second-factor.ts';

const Enrollment = z.object({ ticket: z.string().catch('') });

/** The page that an enrollment ticket leads to. */
export function secondFactorRoutes(secondFactor: SecondFactor, portalUrl: string | undefined): Router {
  const routes = Router();
  const action = toPortal(portalUrl, '/security');
  const invalidLink = messagePage({
    title: 'This link is invalid or has expired',
    lead: 'Each link works once, within five days. Request a new one in the portal.',
    status: 400,
    action,
  });

  routes.get('/guardian/enroll', (request, response) => {
    const { ticket } = Enrollment.parse(request.query);
    const account = secondFactor.find(ticket);
    const body = html`<form class="stack" method="post" action="/guardian/enroll">
      <input type="hidden" name="ticket" value="${ticket}" />
      <button class="full">Set up</button>
    </form>`;
    const lead = `The emulator asks for no code and only remembers that ${account?.email ?? ''} has a second factor.`;
    sendPage(response, account ? messagePage({ title: 'Set up a second factor', lead, body }) : invalidLink);
  });

  routes.post('/guardian/enroll', express.urlencoded({ extended: false, limit: '10kb' }), (request, response) => {
    const account = secondFactor.enroll(Enrollment.parse(request.body ?? {}).ticket);
    const lead = 'The next login with the password asks for it.';
    sendPage(response, account ? messagePage({ title: 'Your second factor is set up', lead, action }) : invalidLink);
  });
  return routes;
}
