import { askOnce } from './ask-once.ts';
import { changeAtOnce } from './at-once.ts';
import { spenderOf, type Task } from './exchange.ts';
import { recordActs } from '../audit/record-acts.ts';
import { claimKey, findAnswer, keepDone, type Repeatable } from './idempotency.ts';
import { Problem } from './problem.ts';
import { answerReplay, runHandler } from './run-handler.ts';
import { inTransaction, workOn, type Work } from './transaction.ts';

/** Counts the call where it is limited, unless it is a repeat, then does it; a changing call in one transaction. */
export function perform(task: Task): Promise<unknown> {
  const { call, handler, repeatable } = task;
  if (handler.plan) return changeAtOnce(task);
  if (!repeatable) return performAnew(task);
  return call.asks ? askOfTwins(task, repeatable) : changeOfTwins(task, repeatable);
}

async function performAnew(task: Task): Promise<unknown> {
  const { call, services } = task;
  if (!task.needsConfirmation) await spend(task);
  // A file is read while it is sent, which may take longer than a transaction; its line is written before.
  const readsOutside = call.method === 'GET' && (!call.audited || call.answers === 'file');
  if (call.asks || call.ownTransactions || readsOutside) return runAndRecord(task, workOn(services));
  return inTransaction(services, (work) => runAndRecord(task, work));
}

async function runAndRecord(task: Task, work: Work): Promise<unknown> {
  const { answer, acts } = await runHandler(task, work);
  if (acts.length > 0) await recordActs(acts, work);
  return answer;
}

function askOfTwins(task: Task, repeatable: Repeatable): Promise<unknown> {
  const work = workOn(task.services);
  const ask = async () => {
    await spend(task);
    return runHandler(task, work);
  };
  return askOnce(repeatable, task, { work, ask, replay: (first) => answerReplay(task, work, first) });
}

async function changeOfTwins(task: Task, repeatable: Repeatable): Promise<unknown> {
  const { call, handler, services } = task;
  if (call.limit) {
    const work = workOn(services);
    const first = await findAnswer(repeatable, work);
    if (first) return answerReplay(task, work, first);
  }
  const refusal = await spend(task).catch(asRefusal);
  const { answer, isTwin } = await inTransaction(services, async (work) => {
    const first = await claimKey(repeatable, work);
    if (first) return { answer: await answerReplay(task, work, first), isTwin: true };
    if (refusal) throw refusal;
    const done = await runHandler(task, work);
    await keepDone(repeatable, handler, done, work);
    return { answer: done.answer, isTwin: false };
  });
  if (isTwin) await services.rateLimits.giveBack(task.name, call, spenderOf(task));
  return answer;
}

const spend = (task: Task) => task.services.rateLimits.spend(task.name, task.call, spenderOf(task), task.res);

/** There may be too many of a request only because its twins race: that shows once the first of them is done. */
function asRefusal(failure: unknown): Problem {
  if (failure instanceof Problem && failure.type === 'TooManyRequests') return failure;
  throw failure;
}
