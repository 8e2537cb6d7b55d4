import { randomUUID } from 'node:crypto';
import { parseKeyPairsIntoRecord } from '@opentelemetry/core';

/** Identifies this process in log lines, traces and metrics, by the names of OpenTelemetry's resource attributes. */
export interface ServiceResource {
  readonly 'service.name': string;
  readonly 'service.version': string;
  readonly 'service.instance.id': string;
}

/** Random, as OpenTelemetry recommends: a host name is not unique for two processes on one machine. */
const instanceId = randomUUID();

/** The resource of this process. As in every OpenTelemetry SDK, its variables replace the defaults. */
export function serviceResource(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ServiceResource {
  const { OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, VERSION } = environment;
  const given = parseKeyPairsIntoRecord(OTEL_RESOURCE_ATTRIBUTES);
  return {
    'service.name': OTEL_SERVICE_NAME?.trim() || given['service.name'] || 'auth-api',
    'service.version': given['service.version'] || VERSION?.trim() || 'development',
    'service.instance.id': given['service.instance.id'] || instanceId,
  };
}
