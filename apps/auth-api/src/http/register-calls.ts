import type { Call, Calls } from '@portal/contract';
import type { Request, Response, Router } from 'express';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { answerCall } from './call-pipeline.ts';
import type { CallHandler } from './call-handler.ts';
import type { DocumentAnswer, FileAnswer, Handlers, PageAnswer } from './handlers.ts';
import { sendPage } from './pages.ts';
import { contextOf } from './request-context.ts';
import { sendDocument } from './send-document.ts';
import { sendFile } from './send-file.ts';

/** Registers a route for each call of a feature. */
export function registerCalls<C extends Calls>(
  router: Router,
  calls: C,
  handlers: Handlers<C>,
  services: Services,
): void {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const method = call.method.toLowerCase() as Lowercase<Call['method']>;
    const given = handlers[name] as CallHandler | CallHandler['execute'];
    const handler = typeof given === 'function' ? { execute: given } : given;
    router[method](call.path, async (req: Request, res: Response) => {
      contextOf(res).match(call.path, { name, call });
      const answer = await answerCall({ name, call, handler, req, res, services });
      await send(res, call, answer, services);
    });
  }
}

async function send(res: Response, call: Call, answer: unknown, services: Services): Promise<void> {
  switch (call.answers) {
    case 'page':
      sendPageAnswer(res, answer as PageAnswer, services.settings);
      return;
    case 'file':
      await sendFile(res, call, answer as FileAnswer, services);
      return;
    case 'document':
      sendDocument(res, answer as DocumentAnswer);
      return;
    case 'text':
      res.type('text').send(answer);
      return;
    default:
      res.json(answer);
  }
}

function sendPageAnswer(res: Response, answer: PageAnswer, { PORTAL_URL }: Settings): void {
  if ('redirect' in answer) res.redirect(303, answer.redirect);
  else sendPage(res, 200, { ...answer.page, back: { label: 'Back to the portal', href: `${PORTAL_URL}/` } });
}
