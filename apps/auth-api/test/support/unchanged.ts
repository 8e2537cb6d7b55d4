import { stage, type ActorName, type Stage } from './actors.ts';
import type { TestApi } from './api.ts';
import { snapshot } from './snapshot.ts';

/** A session or a token that is used five minutes after it was made notes that, which is a change. */
const keptMs = 60_000;

/** Asks what must change nothing. So a caller's stage is as it was, and serves the next request as well. */
export function unchanged(api: () => TestApi) {
  const kept = new Map<ActorName, { readonly on: Stage; readonly madeAt: number }>();
  return async <Answer>(actor: ActorName, ask: (on: Stage) => PromiseLike<Answer>): Promise<Answer> => {
    const known = kept.get(actor);
    const usable = known && performance.now() - known.madeAt < keptMs;
    const { on } = usable ? known : { on: await stage(api(), actor) };
    if (!usable) kept.set(actor, { on, madeAt: performance.now() });
    const before = await snapshot(api());
    const answer = await ask(on);
    const after = await snapshot(api());
    // The next one is not to stumble over it.
    if (after !== before) kept.delete(actor);
    expect(after).toBe(before);
    return answer;
  };
}
