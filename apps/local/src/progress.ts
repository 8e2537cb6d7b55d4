import path from 'node:path';

/** Tells what happens, a line a step. */
export interface Progress {
  /** Runs a step and tells its time; while it takes long, says what is waited for. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
  say(text: string): void;
}

export function progress(write: (line: string) => void, waitingAfterMs = 10_000): Progress {
  return {
    async step(title, work) {
      const begun = performance.now();
      const waiting = setInterval(() => write(`  … still waiting for: ${title}`), waitingAfterMs);
      try {
        const result = await work();
        write(`  ✓ ${title.padEnd(58)} ${duration(performance.now() - begun)}`);
        return result;
      } catch (error) {
        write(`  ✗ ${title}`);
        throw error;
      } finally {
        clearInterval(waiting);
      }
    },
    say: write,
  };
}

export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Paths below the working directory are shown as seen from there. */
export function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
