import * as z from 'zod/mini';
import {
  DiscordUsername,
  Email,
  NewWorkspace,
  IdInput,
  ProfileEdit,
  QuarantineChange,
  ReportPeriod,
  instanceUrlError,
  calls,
  inputErrorMap,
  validationMessages,
  pageSize,
  parseTimeString,
  resolveInstance,
  type Call,
} from '../src/index.ts';
import { portalSettings } from '../fixtures/index.ts';

const hosted = portalSettings();
const firstMessage = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.success ? null : result.error?.issues[0]?.message;

describe('an email address', () => {
  const kelvin = 'fran\u212A@example.com';

  it.each([kelvin, 'ſmith@example.com', 'fraﬁ@example.com', 'm\u0131ke@example.com', 'a\u200Bb@x.de'])(
    'with another spelling is rejected, because it could be mistaken for the email of a different user: %j',
    (address) => {
      expect(firstMessage(Email.safeParse(address))).toMatch(/^Invalid email/);
    },
  );

  it('is lower-cased', () => {
    expect(Email.parse(' FRANK@Example.com ')).toBe('frank@example.com');
    expect(Email.parse('JOSÉ@example.com')).toBe('josé@example.com');
  });
});

describe('invisible characters', () => {
  const directionAndJoiners = [
    '\u202E',
    '\u2066',
    '\u200B',
    '\u200D',
    '\u200C',
    '\uFEFF',
    '\u2028',
    '\u00AD',
    '\u034F',
  ];
  const blankLetters = ['\u115F', '\u1160', '\u17B4', '\u3164', '\uFFA0', '\u2800'];
  const variationSelectors = ['\uFE0F', '\u180B', '\u{E0100}'];
  it.each([...directionAndJoiners, ...blankLetters, ...variationSelectors])(
    'are rejected in names, Discord usernames, URLs and reasons: %j',
    (character) => {
      const text = `Ada${character}Lovelace`;
      expect(firstMessage(ProfileEdit.safeParse({ nickname: text }))).toBe(validationMessages.hiddenCharacters);
      expect(firstMessage(DiscordUsername.safeParse(`${text}#1234`))).toBe('Invalid discord tag');
      expect(firstMessage(QuarantineChange.safeParse({ isQuarantined: true, reason: text }))).toBe(
        validationMessages.hiddenCharacters,
      );
      expect(firstMessage(ProfileEdit.safeParse({ pictureUrl: `https://example.com/${character}.png` }))).toBe(
        validationMessages.url,
      );
    },
  );
});

it('an empty optional text becomes null', () => {
  const empty = { firstName: '', lastName: ' ', pictureUrl: '', discordUsername: '', githubUsername: '' };
  expect(ProfileEdit.parse(empty)).toEqual({
    firstName: null,
    lastName: null,
    pictureUrl: null,
    discordUsername: null,
    githubUsername: null,
  });
  expect(NewWorkspace.parse({ displayName: 'x', description: '', instanceUrl: '' })).toEqual({
    displayName: 'x',
    description: null,
    instanceUrl: null,
  });
});

it('an id is accepted in any case', () =>
  expect(IdInput.parse('01arz3ndektsv4rrffq69g5fav')).toBe('01ARZ3NDEKTSV4RRFFQ69G5FAV'));

describe('a page size', () => {
  const Limit = pageSize(100);
  it.each(['1', '100'])('accepts %j', (text) => expect(Limit.parse(text)).toBe(Number(text)));
  it.each(['1e1', '0x10', ' 5', '5.0', '', '0', '-1', '101', '+5', '05'])('rejects %j', (text) =>
    expect(firstMessage(Limit.safeParse(text))).toBe('Must be a whole number from 1 to 100'),
  );
});

it('a time string must be on one line', () => expect(parseTimeString('1\nh')).toBeNull());

describe('a report period', () => {
  it('accepts a timestamp as its day in UTC', () =>
    expect(ReportPeriod.parse({ startDate: '2026-08-03T23:30:00-05:00', endDate: '2026-08-09T00:00:00Z' })).toEqual({
      startDate: '2026-08-04',
      endDate: '2026-08-09',
    }));
  it('says of a day such as August 32 that it does not exist', () =>
    expect(firstMessage(ReportPeriod.safeParse({ startDate: '2026-08-32', endDate: '2026-08-09' }))).toBe(
      'This day does not exist',
    ));
  it.each(['2026-08-03T25:00:00Z', '3.8.2026'])('rejects %j', (startDate) =>
    expect(firstMessage(ReportPeriod.safeParse({ startDate, endDate: '2026-08-09' }))).toBe(
      'Enter a date such as 2024-08-14',
    ),
  );
});

describe('[4.workspace-creation.1] the URL of a type that is not remote', () => {
  it.each([
    ['SI', 'A "Managed By System Initiative" workspace cannot have a URL of its own'],
    ['LOCAL', 'Must be http://localhost with a port'],
  ] as const)('cannot be another host: %s', (instanceEnvType, error) => {
    expect(resolveInstance({ instanceEnvType, instanceUrl: 'https://si.example.com' }, hosted)).toEqual({ error });
    expect(instanceUrlError('https://si.example.com', instanceEnvType, hosted)).toBe(error);
  });

  it.each(['http://localhost:7300', 'http://localhost:7300/', 'http://localhost'])(
    'can be another port of the own machine: %s',
    (url) => expect(instanceUrlError(url, 'LOCAL', hosted)).toBeNull(),
  );

  it.each([
    'https://localhost:7300',
    'http://localhost:99999',
    'http://localhost.example.com:7300',
    'http://127.0.0.1:7300',
    'http://localhost:7300/path',
    'http://localhost:7300?a=b',
    'http://user@localhost:7300',
    'http:localhost:7300',
    'http://localhost:7300\\\\evil.example.com',
    'localhost',
  ])('cannot be %s of the own machine', (url) => expect(instanceUrlError(url, 'LOCAL', hosted)).not.toBeNull());
});

describe('the validation of a long text', () => {
  const marks = `a${'\u0301\u0323'.repeat(25_000)}`;
  const parts = Object.entries(calls).flatMap(([name, { params, query, body }]: [string, Call]) =>
    [params, query, body].flatMap((schema) => (schema ? [[name, schema] as const] : [])),
  );

  it.each(parts)('is fast in every field of %s', (_name, schema) => {
    for (const input of inputsWith(schema, marks)) {
      const before = process.cpuUsage();
      schema.safeParse(input, { error: inputErrorMap });
      // The processor time in microseconds, because the machine may do other work.
      expect(process.cpuUsage(before).user).toBeLessThan(50_000);
    }
  });
});

/** Inputs for a schema: in each of them one text field, at any depth, contains the text. */
function inputsWith(schema: unknown, text: string): unknown[] {
  if (schema instanceof z.ZodMiniObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      inputsWith(field, text).map((value) => ({ [name]: value })),
    );
  }
  if (schema instanceof z.ZodMiniArray) return inputsWith(schema.def.element, text).map((value) => [value]);
  if (schema instanceof z.ZodMiniPipe) return inputsWith(schema.def.out, text);
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault
  ) {
    return inputsWith(schema.def.innerType, text);
  }
  return [text];
}
