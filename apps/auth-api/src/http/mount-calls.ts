import type { Request, Response, Router } from 'express';
import type { Call, Calls } from '@portal/contract';
import type { Services } from '../services.ts';
import { checkAccess, type AccessTarget } from './access.ts';
import type { Actor } from './actor.ts';
import { authenticate } from './authenticate.ts';
import { refuseForgery } from './cross-site.ts';
import type { Handlers, PageAnswer } from './handlers.ts';
import { sendPage } from './pages.ts';
import { parsePart, parseResult } from './parse-input.ts';
import { Problem } from './problem.ts';
import { readBody } from './read-body.ts';
import { mayFailWith } from './declared-problems.ts';
import { contextOf } from './request-context.ts';

type AnyHandler = (input: unknown, context: unknown) => unknown;

/** Makes a route of each call of a feature: access, input, handler, result, always in this order. */
export function mountCalls<C extends Calls>(router: Router, calls: C, handlers: Handlers<C>, services: Services): void {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const method = call.method.toLowerCase() as Lowercase<Call['method']>;
    const handler = handlers[name] as AnyHandler;
    router[method](call.path, async (req: Request, res: Response) => {
      Object.assign(contextOf(res), { route: call.path, call });
      await answer(name, call, handler, req, res, services);
    });
  }
}

async function answer(name: string, call: Call, handler: AnyHandler, req: Request, res: Response, services: Services) {
  const target = targetOf(req);
  const actor = call.access.who === 'anyone' ? null : await admit(call, req, res, target, services);
  if (call.method !== 'GET') await readBody(req, res);
  const input = {
    params: parsePart('params', call.params, req.params),
    query: parsePart('query', call.query, req.query),
    body: parsePart('body', call.body, req.body),
  };
  const { log, request } = contextOf(res);
  const context = { services, log, request, actor, membership: actor?.membership ?? null, req, res };
  const result = await declaredOnly(name, call, () => handler(input, context));
  if (call.answers === 'page') {
    sendAnswerPage(res, result as PageAnswer);
  } else {
    res.json(parseResult(name, call, result));
  }
}

async function admit(
  call: Call,
  req: Request,
  res: Response,
  target: AccessTarget,
  services: Services,
): Promise<Actor> {
  if (call.access.who === 'anyone') throw new Error('This call admits everybody.');
  const actor = await authenticate(req, target.workspaceId, services);
  if (actor) contextOf(res).identify(actor);
  if (actor?.credential.kind === 'session' && call.method !== 'GET') refuseForgery(req, services.settings);
  checkAccess(call.access, actor, target, services);
  return actor;
}

/** The ids of the path as they stand there; a malformed one is simply nobody's. */
function targetOf(req: Request): AccessTarget {
  const { userId, workspaceId } = req.params;
  const id = (value: string | string[] | undefined) =>
    typeof value === 'string' && !value.includes('\0') ? value : null;
  return { userId: id(userId), workspaceId: id(workspaceId) };
}

/** A failure that the call's row in the table does not name is a mistake of ours, not an answer. */
async function declaredOnly(name: string, call: Call, work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && !mayFailWith(call, error.type)) {
      throw new Error(`${name} failed with ${error.type}, which its row in the table does not declare`, {
        cause: error,
      });
    }
    throw error;
  }
}

function sendAnswerPage(res: Response, result: PageAnswer): void {
  if (result === 'answered') return;
  if ('redirect' in result) res.redirect(303, result.redirect);
  else sendPage(res, 200, result.page);
}
