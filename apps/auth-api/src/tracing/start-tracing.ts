import { trace } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { Fault } from '../fault.ts';
import { withTimeout } from '../with-timeout.ts';
import { WatchedExporter } from './watched-exporter.ts';

const flushWithinMs = 1_000;

/** The export of traces, for as long as the process runs. */
export interface Tracing {
  /** Sends what is left, but waits for no collector that does not answer. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Exports traces if OpenTelemetry's own variables ask for it. Only then is its SDK loaded, which reads the rest of them
 * (samplers, limits, headers, time-outs) by itself.
 */
export async function startTracing(environment: Environment, version: string, log: Logger): Promise<Tracing> {
  const exporter = asksForExport(environment) ? await openExporter(environment, log) : null;
  if (!exporter) return { stop: () => Promise.resolve() };
  const [{ BasicTracerProvider, BatchSpanProcessor }, resources, { PrismaInstrumentation }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@prisma/instrumentation'),
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'auth-api', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new WatchedExporter(exporter, log))],
  });
  trace.setGlobalTracerProvider(provider);
  const prisma = new PrismaInstrumentation({ ignoreSpanTypes: [/^prisma:client:(?!db_query$|transaction$)/] });
  prisma.setTracerProvider(provider);
  prisma.enable();
  log.info('traces are exported');
  return {
    async stop() {
      prisma.disable();
      trace.disable();
      await withTimeout(
        provider.shutdown(),
        flushWithinMs,
        () => new Fault('The trace collector took too long.'),
      ).catch((error: unknown) => log.debug({ err: error }, 'traces were lost'));
    },
  };
}

/** An endpoint turns the export on, and so does the name of the exporter; `none` and the general switch turn it off. */
function asksForExport(environment: Environment): boolean {
  if (given(environment, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporters = given(environment, 'OTEL_TRACES_EXPORTER');
  if (exporters !== undefined) return exporters.split(',').some((name) => name.trim() === 'otlp');
  return given(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined;
}

async function openExporter(environment: Environment, log: Logger): Promise<SpanExporter | null> {
  const protocol = given(environment, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol === undefined || protocol === 'http/protobuf') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
    return new OTLPTraceExporter();
  }
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter();
  }
  log.warn({ protocol }, 'traces are not exported: their protocol must be http/protobuf or http/json');
  return null;
}

/** The first of some variables that is set to anything. */
function given(environment: Environment, ...names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]?.trim()).find(Boolean);
}
