import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { parseForm } from '../stripe/http/form.ts';
import type { Exchange, RecordedLine, SentEvent } from '../stripe/http/recording.ts';
import { eventSchemas } from './event-schemas.ts';
import { toJsonSchema, $id, type OpenApiDocument, type Operation } from './openapi.ts';

export interface ValidationResult {
  /** The method and path template, or the event type, in the document; null if the document does not have it. */
  readonly operation: string | null;
  readonly violations: readonly string[];
}

interface OperationValidators {
  readonly name: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly request: ValidateFunction;
  readonly response: ValidateFunction;
  readonly error: ValidateFunction;
}

/** Creates a function that validates recorded exchanges and events against an OpenAPI document of Stripe’s API. */
export function createValidator(document: OpenApiDocument): (line: RecordedLine) => ValidationResult {
  const formats = { decimal: /^(-?\d+(\.\d{1,12})?)?$/, 'unix-time': true } as const;
  const options = { strict: false, allErrors: true, formats };
  // Form values are text, so requests are validated with type coercion.
  const [requests, responses] = [new Ajv({ ...options, coerceTypes: true }), new Ajv(options)];
  for (const ajv of [requests, responses]) ajv.addSchema({ $id, components: toJsonSchema(document.components) });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): OperationValidators => {
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        segments: path.split('/'),
        request: requests.compile(toJsonSchema(requestSchema(operation))),
        response: responses.compile(toJsonSchema(operation.responses[200].content['application/json'].schema)),
        error: responses.compile(toJsonSchema(operation.responses.default.content['application/json'].schema)),
      };
    }),
  );

  const events = new Map(
    eventSchemas(document).map(([type, schema]) => [type, responses.compile(toJsonSchema(schema))]),
  );

  const validateEvent = ({ event }: SentEvent): ValidationResult => {
    const validate = events.get(event.type);
    if (!validate) return { operation: null, violations: [`${event.type} is not an event of the document`] };
    return { operation: `event ${event.type}`, violations: violationsOf(validate, event) };
  };

  const validateExchange = ({ method, path, query, body, status, response }: Exchange): ValidationResult => {
    const segments = path.split('/');
    const [operation] = operations
      .filter((each) => each.method === method && matchesPath(each.segments, segments))
      .sort((a, b) => countVariables(a.segments) - countVariables(b.segments));
    if (!operation) return { operation: null, violations: [`${method} ${path} is not an operation of the document`] };
    const params = { ...parseForm(query), ...parseForm(body) };
    const validateResponse = status < 300 ? operation.response : operation.error;
    return {
      operation: operation.name,
      violations: [
        ...violationsOf(operation.request, params).map((violation) => `request: ${violation}`),
        ...violationsOf(validateResponse, response).map((violation) => `response ${status}: ${violation}`),
      ],
    };
  };

  return (line) => ('event' in line ? validateEvent(line) : validateExchange(line));
}

function requestSchema({ parameters, requestBody }: Operation): Record<string, unknown> {
  if (requestBody) return requestBody.content['application/x-www-form-urlencoded'].schema;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

const isVariable = (segment: string) => segment.startsWith('{');
const countVariables = (segments: readonly string[]) => segments.filter(isVariable).length;
const matchesPath = (template: readonly string[], segments: readonly string[]) =>
  template.length === segments.length &&
  template.every((segment, index) => isVariable(segment) || segment === segments[index]);

function violationsOf(validate: ValidateFunction, data: unknown): string[] {
  return validate(data) ? [] : [...new Set((validate.errors ?? []).map(formatViolation))];
}

function formatViolation({ instancePath, message = 'is invalid', params }: ErrorObject): string {
  const value: unknown = params['additionalProperty'] ?? params['allowedValues'];
  const detail = value === undefined ? '' : ` (${JSON.stringify(value)})`;
  return `${instancePath || 'the root'} ${message}${detail}`;
}
