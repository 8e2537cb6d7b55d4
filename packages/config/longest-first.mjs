import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * Starts the files first whose first line says `@waits <n> s`: they mostly wait, and what they bound in time a busy
 * neighbour would blur, so they are each other's. Then come those of `@takes <n> s`, the longest first, and then all others.
 * A fresh clone knows of no earlier run, and Jest would start the smallest file last, however long that one takes.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(other) - rankOf(one));
  }
}

function rankOf({ path }) {
  const [, how, seconds = 0] = /^\/\*\* @(waits|takes) (\d+) s/.exec(readFileSync(path, 'utf8')) ?? [];
  return Number(seconds) + (how === 'waits' ? 10_000 : 0);
}
