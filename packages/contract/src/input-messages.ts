import type * as z from 'zod/mini';
import { messages } from './fields.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  object: 'Must be an object',
  array: 'Must be a list',
};

/** What a caller reads of a value that is wrong where its schema has no message of its own. */
export const inputMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.input == null) return messages.required;
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? messages.invalid;
    case 'invalid_value':
      return messages.oneOf(issue.values);
    case 'too_big':
      return issue.origin === 'string' ? messages.tooLong(Number(issue.maximum)) : `Must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? messages.required : `Must be at least ${issue.minimum}`;
    default:
      return messages.invalid;
  }
};
