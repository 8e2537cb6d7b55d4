import { Session } from 'node:inspector/promises';

/**
 * Has V8 collect all that is garbage, and give the room back to the system. By itself it waits until the heap has grown by
 * half: what a start leaves behind would be held for as long as a process has little to do.
 */
export async function letGoOfGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
