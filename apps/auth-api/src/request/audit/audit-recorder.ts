import type { AuditEvent, AuditEventFields } from './write-entries.ts';

/** Collects what an audited call did. The pipeline writes it to the audit log: one entry, unless the handler decides otherwise. */
export class AuditRecorder {
  #common: AuditEventFields;
  #entries: readonly AuditEventFields[] = [{}];

  constructor(common: AuditEventFields) {
    this.#common = common;
  }

  /** Adds to the fields that every entry of the call has. */
  record(fields: AuditEventFields): void {
    this.#common = { ...this.#common, ...fields };
  }

  /** Writes these entries instead of a single one. */
  recordEach(entries: readonly AuditEventFields[]): void {
    this.#entries = entries;
  }

  /** Writes no entry, because the call changed nothing. */
  skip(): void {
    this.#entries = [];
  }

  events(event: Omit<AuditEvent, keyof AuditEventFields>): AuditEvent[] {
    return this.#entries.map((fields) => ({ ...event, ...this.#common, ...fields }));
  }
}
