// Loaded into a replica before its own code, with --expose-gc: at SIGUSR2 it collects its garbage and writes a line of what
// is left, so that a soak compares what a process holds, not what it has not thrown away yet.
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';

const folder = process.env['HEAP_SNAPSHOTS_DIR'];

async function collect() {
  globalThis.gc();
  // What was told to finalize does so between two turns, and then lets go of more.
  await nextTurn();
  globalThis.gc();
  const collected = process.memoryUsage();
  if (folder) writeHeapSnapshot(join(folder, `${process.pid}-${Date.now()}.heapsnapshot`));
  process.stdout.write(`${JSON.stringify({ collected })}\n`);
}

process.on('SIGUSR2', () => void collect());
