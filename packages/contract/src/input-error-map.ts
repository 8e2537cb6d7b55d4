import type * as z from 'zod/mini';
import { validationMessages } from './primitives.ts';

const typeMessages: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  object: 'Must be an object',
  array: 'Must be a list',
};

/** The zod error map for values whose schema has no message of its own. */
export const inputErrorMap: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.input == null) return validationMessages.required;
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected] ?? validationMessages.invalid;
    case 'invalid_value':
      return validationMessages.oneOf(issue.values);
    case 'too_big':
      return issue.origin === 'string'
        ? validationMessages.tooLong(Number(issue.maximum))
        : `Must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? validationMessages.required : `Must be at least ${issue.minimum}`;
    default:
      return validationMessages.invalid;
  }
};
