import path from 'node:path';

/** Prints the steps of a start, one line each. */
export interface Progress {
  /** Runs a step and prints its duration. Repeatedly prints a reminder while a step is slow. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
}

export function createProgress(write: (line: string) => void, slowAfterMs = 10_000): Progress {
  return {
    async step(title, work) {
      const startedAt = performance.now();
      const reminder = setInterval(() => write(`  … still waiting for: ${title}`), slowAfterMs);
      try {
        const result = await work();
        write(`  ✓ ${title.padEnd(58)} ${formatDuration(performance.now() - startedAt)}`);
        return result;
      } catch (error) {
        write(`  ✗ ${title}`);
        throw error;
      } finally {
        clearInterval(reminder);
      }
    },
  };
}

export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The path relative to the working directory, if the file is inside it. */
export function displayPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
