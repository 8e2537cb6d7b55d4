import type { Call } from '@portal/contract';
import type { ClientBase } from 'pg';
import { namedOn, type NamedStatement } from '../database/named-statement.ts';
import { onAnyConnection } from '../database/own-transaction.ts';
import { linesOf } from '../audit/record-acts.ts';
import { Fault } from '../fault.ts';
import { wholeStatement, type ChangeStatement } from './at-once.sql.ts';
import { spenderOf, type Task } from './exchange.ts';
import { answerOf, findAnswer, hashOf, keptOf, type KeptRow } from './idempotency.ts';
import { problem } from './problem.ts';
import { judge, windowOf, type Counted } from './rate-limits.ts';
import { answerReplay, onlyDeclared, runHandler } from './run-handler.ts';
import { anewIfLost, workOn } from './transaction.ts';

interface Outcome extends KeptRow, Counted {
  readonly isMade: boolean;
}

const wholes = new Map<Call, NamedStatement>();

function wholeOf(call: Call, change: ChangeStatement): NamedStatement {
  const known = wholes.get(call);
  if (known) return known;
  const whole = wholeStatement(change);
  wholes.set(call, whole);
  return whole;
}

/** Does a planned change by one statement, which needs no transaction of ours. */
export async function changeAtOnce(task: Task): Promise<unknown> {
  const { name, call, handler, actor, repeatable, services, res } = task;
  const work = workOn(services);
  const done = await runHandler(task, work);
  if (!done.plan || !actor) throw new Fault(`${name} has no plan, or nobody whose it is`);
  const { change, values, otherwise } = done.plan;
  const allowance = services.rateLimits.allowanceOf(name, call, spenderOf(task));
  if (!allowance) throw new Fault(`${name} has a plan, but no rate limit`);
  const hash = repeatable && hashOf(repeatable);
  const whole = [linesOf(done.acts), actor.user.id, name, repeatable?.requestUlid, hash, keptOf(handler, done)];
  const counted = [windowOf(allowance), allowance.key, allowance.times];
  const statement = wholeOf(call, change);
  const ask = (client: ClientBase) => namedOn(client)<Outcome>(statement, [...values, ...whole, ...counted]);
  const [outcome] = await anewIfLost(() => onAnyConnection(services.pool, ask));
  if (!outcome) throw new Fault(`${name} has no outcome`);

  // A twin may have been the last that was admitted, while this one waited for it.
  const isLate = !outcome.isMade && repeatable !== null;
  const first = answerOf(outcome, hash) ?? (isLate ? await findAnswer(repeatable, work) : null);
  if (first) return answerReplay(task, work, first);
  return onlyDeclared(task, () => {
    judge(allowance, outcome, res);
    if (!outcome.isMade) throw otherwise ? problem(otherwise) : new Fault(`${name} found nothing to do it to`);
    return done.answer;
  });
}
