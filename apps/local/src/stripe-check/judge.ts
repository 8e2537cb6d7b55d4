import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { parseForm } from '../stripe/form.ts';
import { asJsonSchema, $id, type Description, type Operation } from './description.ts';
import { eventSchemas } from './event-schemas.ts';
import type { Exchange, Line, SentEvent } from './record.ts';

export interface Verdict {
  /** The method and the address, or the event, as the description has it; null for one that it does not have. */
  readonly operation: string | null;
  readonly faults: readonly string[];
}

interface Judged {
  readonly name: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly request: ValidateFunction;
  readonly answer: ValidateFunction;
  readonly refusal: ValidateFunction;
}

/** Judges exchanges and events by a description of Stripe’s API. */
export function judgeOf(description: Description): (line: Line) => Verdict {
  const formats = { decimal: /^(-?\d+(\.\d{1,12})?)?$/, 'unix-time': true } as const;
  const options = { strict: false, allErrors: true, formats };
  // A form is nothing but text; what a request means by it is what the description wants there.
  const [forms, answers] = [new Ajv({ ...options, coerceTypes: true }), new Ajv(options)];
  for (const ajv of [forms, answers]) ajv.addSchema({ $id, components: asJsonSchema(description.components) });
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Judged => {
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        segments: path.split('/'),
        request: forms.compile(asJsonSchema(requestOf(operation))),
        answer: answers.compile(asJsonSchema(operation.responses[200].content['application/json'].schema)),
        refusal: answers.compile(asJsonSchema(operation.responses.default.content['application/json'].schema)),
      };
    }),
  );

  const events = new Map(
    eventSchemas(description).map(([type, schema]) => [type, answers.compile(asJsonSchema(schema))]),
  );

  const judgeEvent = ({ event }: SentEvent): Verdict => {
    const judged = events.get(event.type);
    if (!judged) return { operation: null, faults: [`${event.type} is no event of the description`] };
    return { operation: `event ${event.type}`, faults: faultsOf(judged, event) };
  };

  const judgeExchange = ({ method, path, query, body, status, answer }: Exchange): Verdict => {
    const segments = path.split('/');
    const [found] = operations
      .filter((each) => each.method === method && fits(each.segments, segments))
      .sort((one, other) => variables(one.segments) - variables(other.segments));
    if (!found) return { operation: null, faults: [`${method} ${path} is no operation of the description`] };
    const asked = { ...parseForm(query), ...parseForm(body) };
    const judgedAnswer = status < 300 ? found.answer : found.refusal;
    return {
      operation: found.name,
      faults: [
        ...faultsOf(found.request, asked).map((fault) => `request: ${fault}`),
        ...faultsOf(judgedAnswer, answer).map((fault) => `answer ${status}: ${fault}`),
      ],
    };
  };

  return (line) => ('event' in line ? judgeEvent(line) : judgeExchange(line));
}

function requestOf({ parameters, requestBody }: Operation): Record<string, unknown> {
  if (requestBody) return requestBody.content['application/x-www-form-urlencoded'].schema;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

const isVariable = (segment: string) => segment.startsWith('{');
const variables = (segments: readonly string[]) => segments.filter(isVariable).length;
const fits = (described: readonly string[], given: readonly string[]) =>
  described.length === given.length && described.every((each, at) => isVariable(each) || each === given[at]);

function faultsOf(judge: ValidateFunction, data: unknown): string[] {
  return judge(data) ? [] : [...new Set((judge.errors ?? []).map(inWords))];
}

function inWords({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const what: unknown = params['additionalProperty'] ?? params['allowedValues'];
  const more = what === undefined ? '' : ` (${JSON.stringify(what)})`;
  return `${instancePath || 'the whole'} ${message}${more}`;
}
