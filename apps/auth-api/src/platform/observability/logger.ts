import { pino, type DestinationStream, type Logger } from 'pino';
import { exceptionFields } from './exception-fields.ts';
import { currentJobFields } from './job-trace.ts';
import type { PartialRequestLog } from './request-log.ts';
import { serviceResource } from './service-resource.ts';
import { currentTraceFields } from './spans.ts';

/** A safeguard: no code logs these fields. If one is logged by mistake, directly or one level down, its value is hidden. */
const redactedFields = [
  ...['authorization', 'cookie', 'password', 'secret', 'token', 'accessToken', 'idToken', 'codeVerifier', 'nonce'],
  ...['email', 'nickname', 'firstName', 'lastName', 'discordUsername', 'githubUsername', 'ip', 'userAgent'],
];

/** The same for names of OpenTelemetry's conventions. */
const redactedAttributes = [
  'user.email',
  'user.full_name',
  'user.name',
  'user_agent.original',
  'url.full',
  'url.path',
  'url.query',
  'network.peer.address',
];

/** OpenTelemetry's severity number of each of pino's levels. */
const severityNumbers: Readonly<Record<string, number>> = {
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  error: 17,
  fatal: 21,
};

/**
 * Creates the logger: JSON lines with the names of OpenTelemetry's log data model, for the process as `service.*` and for the
 * current trace and job.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { ...serviceResource() },
      messageKey: 'body',
      timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ severity_text: label.toUpperCase(), severity_number: severityNumbers[label] }),
        log: flattenError,
      },
      redact: {
        paths: [
          ...redactedFields.flatMap((field) => [field, `*.${field}`]),
          ...redactedAttributes.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        ],
        censor: '[hidden]',
      },
      mixin: () => ({ ...currentTraceFields(), ...currentJobFields() }),
    },
    destination ?? pino.destination(1),
  );

/**
 * Returns a function that logs one line for each request. It skips redaction, which takes longer than writing the line: the
 * type of the line allows no field that is secret or personal.
 */
export function createRequestLogger(log: Logger): (fields: PartialRequestLog, level?: 'debug' | 'info') => void {
  const unredacted = log.child({}, { redact: [] });
  return (fields, level = 'info') => unredacted[level](fields, 'request');
}

/** Replaces `err` by the fields that describe it. */
function flattenError(fields: Record<string, unknown>): Record<string, unknown> {
  if (!('err' in fields)) return fields;
  const { err, ...others } = fields;
  return { ...others, ...exceptionFields(err) };
}
