import { askOnce } from './ask-once.ts';
import type { Task } from './exchange.ts';
import { claimKey, findAnswer, keepAnswer, type Repeatable } from './idempotency.ts';
import { Problem } from './problem.ts';
import { contextOf } from './request-context.ts';
import { runHandler } from './run-handler.ts';
import { inTransaction, workOn, type Work } from './transaction.ts';

/** Counts the call where it is limited, unless it is a repeat, then does it; a changing call in one transaction. */
export function perform(task: Task): Promise<unknown> {
  const { call, repeatable } = task;
  if (!repeatable) return performAnew(task);
  return call.asks ? askOfTwins(task, repeatable) : changeOfTwins(task, repeatable);
}

async function performAnew(task: Task): Promise<unknown> {
  const { call, services } = task;
  await spend(task);
  // A file is read while it is sent, which may take longer than a transaction; its line is written before.
  const readsOutside = call.method === 'GET' && (!call.audited || call.answers === 'file');
  if (call.asks || readsOutside) return runHandler(task, outside(task));
  return inTransaction(services.db, (work) => runHandler(task, work));
}

function askOfTwins(task: Task, repeatable: Repeatable): Promise<unknown> {
  return askOnce(repeatable, task.call, outside(task), async () => {
    await spend(task);
    return runHandler(task, outside(task));
  });
}

async function changeOfTwins(task: Task, repeatable: Repeatable): Promise<unknown> {
  const { call, services } = task;
  if (call.limit) {
    const first = await findAnswer(repeatable, outside(task));
    if (first) return answerAnew(task, outside(task), first);
  }
  const refusal = await spend(task).catch(asRefusal);
  const { answer, isTwin } = await inTransaction(services.db, async (work) => {
    const first = await claimKey(repeatable, work);
    if (first) return { answer: await answerAnew(task, work, first), isTwin: true };
    if (refusal) throw refusal;
    const answer = await runHandler(task, work);
    await keepAnswer(repeatable, call, answer, work);
    return { answer, isTwin: false };
  });
  if (isTwin) await services.rateLimits.giveBack(task.name, call, spender(task));
  return answer;
}

/** The first answer, with those parts that are kept nowhere made anew. */
const answerAnew = (task: Task, work: Work, first: unknown) =>
  task.call.secrets ? runHandler(task, work, first) : Promise.resolve(first);

const outside = ({ services: { db, pool } }: Task) => workOn(db, pool);

const spender = ({ actor, res }: Task) => ({
  person: actor?.user.id ?? null,
  address: contextOf(res).request.ip,
});

const spend = (task: Task) => task.services.rateLimits.spend(task.name, task.call, spender(task), task.res);

/** There may be too many of a request only because its twins race: that shows once the first of them is done. */
function asRefusal(failure: unknown): Problem {
  if (failure instanceof Problem && failure.type === 'TooManyRequests') return failure;
  throw failure;
}
