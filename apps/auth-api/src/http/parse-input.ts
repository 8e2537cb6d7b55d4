import { inputMessage, messages, type Call, type FieldProblem, type Schema } from '@portal/contract';
import type { Request } from 'express';
import * as z from 'zod/mini';
import { isStorable } from '../storable-text.ts';
import { Fault } from '../fault.ts';
import { invalidFields } from './problem.ts';

/** The parsed parts of a request. */
export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Validates a request against the schemas of its call; a part without a schema is not read at all. */
export function parseInput(call: Call, req: Request): ParsedInput {
  return {
    params: call.params && parsePart('params', call.params, req.params),
    query: call.query && parsePart('query', call.query, req.query),
    body: call.body && parsePart('body', call.body, req.body),
  };
}

/** What is said of a name that a call does not have. */
export const unknownParameter = 'Unknown parameter';

/** Parses one part of a request, or fails with the fields that are wrong, as `body.displayName`. */
function parsePart(part: 'params' | 'query' | 'body', schema: Schema, given: unknown): unknown {
  const parsed = schema.safeParse(part === 'body' ? (given ?? {}) : given, { error: inputMessage });
  const pathOf = (path: readonly PropertyKey[]) => [part, ...path].map(String).join('.');
  if (parsed.success) {
    const withNul = pathOfNul(parsed.data);
    if (withNul) throw invalidFields([{ path: pathOf(withNul), message: messages.invalid }]);
    return parsed.data;
  }
  const fields = parsed.error.issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: unknownParameter }));
    const isWholeBody = part === 'body' && issue.path.length === 0;
    return [{ path: pathOf(issue.path), message: isWholeBody ? noObject : issue.message }];
  });
  // A value may break several rules; the first one says enough.
  throw invalidFields(fields.filter(({ path }, at) => fields.findIndex((field) => field.path === path) === at));
}

const noObject = 'The body must be a JSON object';

/** Where a NUL character is in a parsed value, which PostgreSQL cannot store; null if there is none. */
function pathOfNul(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const path = pathOfNul(part);
    if (path) return [name, ...path];
  }
  return null;
}

/** Whether a result is what the call promises; anything else is a failure of ours. */
export function parseResult(name: string, call: Call, result: unknown): unknown {
  if (!call.result) throw new Fault(`${name} answers data but has no result in the table`);
  const parsed = call.result.safeParse(result);
  if (!parsed.success)
    throw new Fault(`${name} gave a result that the table refuses: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
