import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

const reminderIntervalMs = 10 * 60_000;

/** Logs when the collector stops accepting spans, again every ten minutes, and when it accepts them again. */
export class MonitoredExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #lastWarningAt: number | null = null;
  #lostSpans = 0;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.#onSuccess();
      else this.#onFailure(spans.length, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  #onSuccess(): void {
    if (this.#lastWarningAt !== null) this.#log.info({ lostSpans: this.#lostSpans }, 'traces are exported again');
    this.#lastWarningAt = null;
    this.#lostSpans = 0;
  }

  #onFailure(spanCount: number, error: Error | undefined): void {
    this.#lostSpans += spanCount;
    if (this.#lastWarningAt !== null && Date.now() - this.#lastWarningAt < reminderIntervalMs) return;
    this.#lastWarningAt = Date.now();
    this.#log.warn({ err: error, lostSpans: this.#lostSpans }, 'traces can’t be exported');
  }
}
