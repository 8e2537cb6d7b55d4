import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * Orders the test files. Files whose first line has `@waits <n> s` run first, together: they mostly wait, and CPU-heavy files
 * next to them would disturb their time measurements. Then files with `@takes <n> s`, longest first, then all others. Without
 * it, a fresh clone, which has no timings of earlier runs, would order files by size.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rankOf(b) - rankOf(a));
  }
}

function rankOf({ path }) {
  const [, tag, seconds = 0] = /^\/\*\* @(waits|takes) (\d+) s/.exec(readFileSync(path, 'utf8')) ?? [];
  return Number(seconds) + (tag === 'waits' ? 10_000 : 0);
}
