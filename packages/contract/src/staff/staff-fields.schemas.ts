import * as z from 'zod/mini';
import { atMost, messages } from '../fields.ts';

/** How much the id inputs of the admin page hold. Source: specification section 9. */
export const maxStaffIdLength = 26;

/** How much the inputs for whoever is to own a workspace hold. Source: specification section 9. */
export const maxOwnerLength = 500;

/** An id as staff type or paste it. */
export const StaffId = z
  .string({ error: (issue) => (issue.input == null ? messages.required : messages.invalid) })
  .check(
    z.trim(),
    atMost(maxStaffIdLength),
    z.toUpperCase(),
    z.minLength(1, messages.required),
    z.regex(/^[0-9A-Z_-]*$/, messages.invalid),
  );
