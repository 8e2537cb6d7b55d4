// Preloaded into a replica, with --expose-gc. On SIGUSR2 it runs the garbage collector and prints the memory usage as a line
// of JSON, so that a soak test compares the memory in use, without garbage.
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';

const folder = process.env['HEAP_SNAPSHOTS_DIR'];

async function collect() {
  globalThis.gc();
  // Finalizers run between two turns of the event loop and release more memory.
  await nextTurn();
  globalThis.gc();
  const collected = process.memoryUsage();
  if (folder) writeHeapSnapshot(join(folder, `${process.pid}-${Date.now()}.heapsnapshot`));
  process.stdout.write(`${JSON.stringify({ collected })}\n`);
}

process.on('SIGUSR2', () => void collect());
