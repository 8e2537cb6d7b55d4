import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Balancers and browsers learn late that a replica goes, and what they have sent by then is still answered. */
const stillComingMs = 1_000;

/** Answers what is in flight and what still comes on its way, then takes nothing more; resolves with the last answer. */
export async function drain(server: Server): Promise<void> {
  await sleep(stillComingMs);
  await new Promise((resolve) => server.close(resolve));
}
