import type { NamedStatement } from '../database/named-statement.ts';
import { linesOf } from '../audit/record-acts.ts';
import { Fault } from '../fault.ts';
import { wholeStatement, type ChangeStatement } from './at-once.sql.ts';
import { spenderOf, type Task } from './exchange.ts';
import { answerOf, findAnswer, hashOf, keptOf, type KeptRow } from './idempotency.ts';
import { problem } from './problem.ts';
import { judge, windowOf, type Counted } from './rate-limits.ts';
import { answerAnew, onlyDeclared, runHandler } from './run-handler.ts';
import { anewIfLost, workOn } from './transaction.ts';

interface Outcome extends KeptRow, Counted {
  readonly isMade: boolean;
}

const wholes = new Map<ChangeStatement, NamedStatement>();

function wholeOf(change: ChangeStatement, isLimited: boolean): NamedStatement {
  const known = wholes.get(change);
  if (known) return known;
  const whole = wholeStatement(change, isLimited);
  wholes.set(change, whole);
  return whole;
}

/** Does a planned change by one statement, which needs no transaction of ours. */
export async function changeAtOnce(task: Task): Promise<unknown> {
  const { name, call, actor, repeatable, services, res } = task;
  const work = workOn(services);
  const done = await runHandler(task, work);
  if (!done.plan || !actor) throw new Fault(`${name} has no plan, or nobody whose it is`);
  const { change, values, otherwise } = done.plan;
  const allowance = services.rateLimits.allowanceOf(name, call, spenderOf(task));
  const hash = repeatable && hashOf(repeatable);
  const whole = [linesOf(done.acts), actor.user.id, name, repeatable?.requestUlid, hash, keptOf(call, done)];
  const counted = allowance ? [...windowOf(allowance), allowance.key, allowance.times] : [];
  const statement = wholeOf(change, allowance !== null);
  const [outcome] = await anewIfLost(() => work.sql<Outcome>(statement, [...values, ...whole, ...counted]));
  if (!outcome) throw new Fault(`${name} has no outcome`);

  // A twin may have been the last that was admitted, while this one waited for it.
  const isLate = !outcome.isMade && repeatable !== null;
  const first = answerOf(outcome, hash) ?? (isLate ? await findAnswer(repeatable, work) : null);
  if (first) return answerAnew(task, work, first);
  return onlyDeclared(task, () => {
    if (allowance) judge(allowance, outcome, res);
    if (!outcome.isMade) throw otherwise ? problem(otherwise) : new Fault(`${name} found nothing to do it to`);
    return done.answer;
  });
}
