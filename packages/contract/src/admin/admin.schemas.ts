import * as z from 'zod/mini';
import { maxLength, validationMessages } from '../primitives.ts';

/** The maximum length of the admin page's id inputs. Source: specification section 9. */
export const maxStaffIdLength = 26;

/** The maximum length of the admin page's owner inputs (email or user id). Source: specification section 9. */
export const maxOwnerInputLength = 500;

/** An id as staff type or paste it. */
export const StaffId = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.invalid) })
  .check(
    z.trim(),
    maxLength(maxStaffIdLength),
    z.toUpperCase(),
    z.minLength(1, validationMessages.required),
    z.regex(/^[0-9A-Z_-]*$/, validationMessages.id),
  );
