import type { Act, ActNotes } from './record-acts.ts';

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

  acts(act: Omit<Act, keyof ActNotes>): Act[] {
    return this.#lines.map((line) => ({ ...act, ...this.#notes, ...line }));
  }
}
