import type { Prisma } from '../generated/prisma/client.ts';
import { recordAct, type Act, type ActNotes } from './record-act.ts';

/** What the work of one audited call notes of itself. It becomes one line of the audit log, unless it says otherwise. */
export class ActNotebook {
  #notes: ActNotes;
  #lines: readonly ActNotes[] = [{}];

  constructor(notes: ActNotes) {
    this.#notes = notes;
  }

  readonly note = (more: ActNotes): void => {
    this.#notes = { ...this.#notes, ...more };
  };

  readonly noteEach = (lines: readonly ActNotes[]): void => {
    this.#lines = lines;
  };

  async write(act: Omit<Act, keyof ActNotes>, db: Prisma.TransactionClient): Promise<void> {
    for (const line of this.#lines) await recordAct({ ...act, ...this.#notes, ...line }, db);
  }
}
