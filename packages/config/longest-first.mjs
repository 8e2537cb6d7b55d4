import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * Starts the files whose first line says `@takes <n> s` before all others, the longest first. A fresh clone knows of no
 * earlier run, and Jest would start the smallest file last, however long that one takes.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}

const secondsOf = ({ path }) => Number(/^\/\*\* @takes (\d+) s/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
