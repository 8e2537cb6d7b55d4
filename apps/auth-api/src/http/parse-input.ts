import type { Call, FieldProblem, Schema } from '@portal/contract';
import type { Request } from 'express';
import { prettifyError, safeParse } from 'zod/v4/core';
import { Fault } from '../fault.ts';
import { problem } from './problem.ts';
import { quick } from './quick-schema.ts';

/** The parsed parts of a request; a part without a schema is not read at all. */
export function parseInput(call: Call, req: Request) {
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
  const parsed = schema.safeParse(part === 'body' ? (given ?? {}) : given);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap((issue): FieldProblem[] => {
    const at = (...path: readonly PropertyKey[]) => [part, ...issue.path, ...path].map(String).join('.');
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: at(key), message: unknownParameter }))
      : [{ path: at(), message: issue.message }];
  });
  const [first] = fields;
  throw problem('InvalidInput', first && fields.length === 1 ? { message: first.message, fields } : { fields });
}

/** Whether a result is what the call promises; anything else is a failure of ours. */
export function parseResult(name: string, call: Call, result: unknown): unknown {
  if (!call.result) throw new Fault(`${name} answers data but has no result in the table`);
  const parsed = safeParse(quick(call.result), result);
  if (!parsed.success) throw new Fault(`${name} gave a result that the table refuses: ${prettifyError(parsed.error)}`);
  return parsed.data;
}
