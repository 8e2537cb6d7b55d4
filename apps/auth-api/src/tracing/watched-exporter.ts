import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

const remindAfterMs = 10 * 60_000;

/** Tells when the collector ceases to take spans, again every ten minutes while it lasts, and when it is over. */
export class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #toldAt: number | null = null;
  #lost = 0;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.#took();
      else this.#refused(spans.length, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  #took(): void {
    if (this.#toldAt !== null) this.#log.info({ lostSpans: this.#lost }, 'traces are exported again');
    this.#toldAt = null;
    this.#lost = 0;
  }

  #refused(count: number, error: Error | undefined): void {
    this.#lost += count;
    if (this.#toldAt !== null && Date.now() - this.#toldAt < remindAfterMs) return;
    this.#toldAt = Date.now();
    this.#log.warn({ err: error, lostSpans: this.#lost }, 'traces can’t be exported');
  }
}
