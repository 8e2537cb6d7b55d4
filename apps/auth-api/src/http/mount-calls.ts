import type { Call, Calls } from '@portal/contract';
import type { Request, Response, Router } from 'express';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { answerCall } from './answer-call.ts';
import type { CallHandler } from './exchange.ts';
import type { DocumentAnswer, FileAnswer, Handlers, PageAnswer } from './handlers.ts';
import { sendPage } from './pages.ts';
import { contextOf } from './request-context.ts';
import { sendDocument } from './send-document.ts';
import { sendFile } from './send-file.ts';

/** Makes a route of each call of a feature. */
export function mountCalls<C extends Calls>(router: Router, calls: C, handlers: Handlers<C>, services: Services): void {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const method = call.method.toLowerCase() as Lowercase<Call['method']>;
    const own = handlers[name] as CallHandler | CallHandler['execute'];
    const handler: CallHandler = typeof own === 'function' ? { execute: own } : (own ?? {});
    router[method](call.path, async (req: Request, res: Response) => {
      contextOf(res).match(call.path, { name, call });
      const answer = await answerCall({ name, call, handler, req, res, services });
      if (call.answers === 'page') sendPageAnswer(res, answer as PageAnswer, services.settings);
      else if (call.answers === 'file') await sendFile(res, call, answer as FileAnswer, services);
      else if (call.answers === 'document') sendDocument(res, answer as DocumentAnswer);
      else if (call.answers === 'text') res.type('text').send(answer);
      else sendJson(res, answer);
    });
  }
}

function sendPageAnswer(res: Response, answer: PageAnswer, { PORTAL_URL }: Settings): void {
  if ('redirect' in answer) res.redirect(303, answer.redirect);
  else sendPage(res, 200, { ...answer.page, back: { label: 'Back to the portal', href: `${PORTAL_URL}/` } });
}

/** Express itself would find out what follows from the answer's kind, and whether the caller has it already. */
function sendJson(res: Response, answer: unknown): void {
  const text = JSON.stringify(answer);
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', Buffer.byteLength(text));
  res.end(text);
}
