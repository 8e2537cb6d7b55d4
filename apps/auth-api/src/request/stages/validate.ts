import { inputErrorMap, validationMessages, type Call, type FieldError, type Schema } from '@portal/contract';
import type { Request } from 'express';
import * as z from 'zod/mini';
import { invalidFields } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { isStorableText } from '../../platform/lib/storable-text.ts';
import type { ValidInput } from '../call/types.ts';

/** Validates a request against the schemas of its call. A part without a schema is ignored. */
export function validateInput(call: Call, req: Request): ValidInput {
  return {
    params: call.params && validatePart('params', call.params, req.params),
    query: call.query && validatePart('query', call.query, req.query),
    body: call.body && validatePart('body', call.body, req.body),
  };
}

/** The message for a parameter that is not in the schema, such as `?limt=5`. */
export const unknownParameterMessage = 'Unknown parameter';
const notAnObjectMessage = 'The body must be a JSON object';

/** Parses one part of a request. Throws `InvalidInput` with paths such as `body.displayName`. */
function validatePart(part: 'params' | 'query' | 'body', schema: Schema, given: unknown): unknown {
  const parsed = schema.safeParse(part === 'body' ? (given ?? {}) : given, { error: inputErrorMap });
  const pathOf = (path: readonly PropertyKey[]) => [part, ...path].map(String).join('.');
  if (parsed.success) {
    const nulPath = findNulCharacter(parsed.data);
    if (nulPath) throw invalidFields([{ path: pathOf(nulPath), message: validationMessages.invalid }]);
    return parsed.data;
  }
  const fields = parsed.error.issues.flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: unknownParameterMessage }));
    const isWholeBody = part === 'body' && issue.path.length === 0;
    return [{ path: pathOf(issue.path), message: isWholeBody ? notAnObjectMessage : issue.message }];
  });
  // A value may break several rules; report the first one.
  throw invalidFields(fields.filter(({ path }, index) => fields.findIndex((field) => field.path === path) === index));
}

/** The path of a text with a NUL character, which PostgreSQL cannot store; null if there is none. */
function findNulCharacter(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return isStorableText(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const path = findNulCharacter(part);
    if (path) return [name, ...path];
  }
  return null;
}

/** Checks a handler's result against the call table. A mismatch is a bug. */
export function validateResult(name: string, call: Call, result: unknown): unknown {
  if (!call.result) throw new AppError(`${name} returned data but has no result in the call table`);
  const parsed = call.result.safeParse(result);
  if (!parsed.success)
    throw new AppError(
      `${name} returned a result that does not match the call table: ${z.prettifyError(parsed.error)}`,
    );
  return parsed.data;
}
