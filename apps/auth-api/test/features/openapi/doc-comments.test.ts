import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocComments } from '../../../scripts/doc-comments.ts';

const source = `
/** An address. Source: specification section 5. */
export const Email = z.string().check(z.trim());
/** A line. */
export const line = (max: number) => z.string().check(z.maxLength(max));
/** An id. */
export const Ulid = z.string();
const Role = z.enum(['A']);

/** A person, as they see themselves. */
export const Person = z.object({
  id: Ulid,
  /** The person's
   *  own words. */
  motto: z.nullable(z.string()),
  email: z.optional(z.nullable(Email)),
  name: line(5).check(z.trim()),
  role: Role,
  home: z.optional(z.object({
    /** Where it is. */
    town: z.string(),
  })),
  friends: z.array(z.object({ email: Email })),
});
const filters = {
  /** Who it is. */
  who: Ulid,
};
export const PersonQuery = z.strictObject(filters).check(z.refine(Boolean));
export const PersonPage = z
  .strictObject({ ...filters, email: Email });
export const PersonForStaff = z.object({ ...Person.shape, age: z.int() } satisfies Record<string, z.ZodMiniType>);
`;

it('takes the comment of a field, or else of its schema', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'field-notes-'));
  await writeFile(join(folder, 'person.schemas.ts'), source);
  const notes = await readDocComments(folder);
  await rm(folder, { recursive: true });
  expect(Object.fromEntries([...notes].filter(([name]) => name.startsWith('Person') || name === 'Email'))).toEqual({
    Email: 'An address.',
    Person: 'A person, as they see themselves.',
    'Person.motto': 'The person’s own words.',
    'Person.email': 'An address.',
    'Person.name': 'A line.',
    'Person.home.town': 'Where it is.',
    'Person.friends.email': 'An address.',
    'PersonQuery.who': 'Who it is.',
    'PersonPage.who': 'Who it is.',
    'PersonPage.email': 'An address.',
    'PersonForStaff.motto': 'The person’s own words.',
    'PersonForStaff.email': 'An address.',
    'PersonForStaff.name': 'A line.',
    'PersonForStaff.home.town': 'Where it is.',
    'PersonForStaff.friends.email': 'An address.',
  });
});
