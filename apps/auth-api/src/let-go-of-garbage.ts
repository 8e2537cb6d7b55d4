import { executionAsyncResource } from 'node:async_hooks';
import { Session } from 'node:inspector/promises';

/**
 * One of the tasks that Node queues. While there is any, V8 knows their shape; once it has forgotten it, it does not learn
 * it anew, and to queue one takes twenty times as long for as long as the process runs.
 */
const kept: object[] = [];

/**
 * Has V8 collect all that is garbage, and give the room back to the system. By itself it waits until the heap has grown by
 * half: what a start leaves behind would be held for as long as a process has little to do.
 */
export async function letGoOfGarbage(): Promise<void> {
  process.nextTick(() => kept.push(executionAsyncResource()));
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
