import { trace } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { DatabaseSpanProcessor } from './database-spans.ts';
import { MonitoredExporter } from './monitored-exporter.ts';
import { serviceResource } from './service-resource.ts';

const flushTimeoutMs = 1_000;

export interface Tracing {
  /** Exports the remaining spans, but does not wait for a collector that does not respond. */
  stop(): Promise<void>;
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Exports traces if OpenTelemetry's environment variables ask for it. Only then the SDK loads, which reads its other variables
 * (samplers, limits, headers, timeouts) itself.
 */
export async function startTracing(environment: EnvironmentVariables, log: Logger): Promise<Tracing> {
  const exporter = isExportEnabled(environment) ? await createExporter(environment, log) : null;
  if (!exporter) return { stop: () => Promise.resolve() };
  const [{ BasicTracerProvider, BatchSpanProcessor }, resources, { PrismaInstrumentation }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@prisma/instrumentation'),
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ ...serviceResource(environment) })),
    spanProcessors: [new DatabaseSpanProcessor(), new BatchSpanProcessor(new MonitoredExporter(exporter, log))],
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
        flushTimeoutMs,
        () => new AppError('The trace collector took too long.'),
      ).catch((error: unknown) => log.debug({ err: error }, 'the last traces were lost'));
    },
  };
}

/** An endpoint or the exporter `otlp` turns the export on; the exporter `none` and OTEL_SDK_DISABLED turn it off. */
function isExportEnabled(environment: EnvironmentVariables): boolean {
  if (firstSet(environment, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporters = firstSet(environment, 'OTEL_TRACES_EXPORTER');
  if (exporters !== undefined) return exporters.split(',').some((name) => name.trim() === 'otlp');
  return firstSet(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined;
}

async function createExporter(environment: EnvironmentVariables, log: Logger): Promise<SpanExporter | null> {
  const protocol = firstSet(environment, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL');
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

/** The first of the variables that is set and not empty. */
function firstSet(environment: EnvironmentVariables, ...names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]?.trim()).find(Boolean);
}
