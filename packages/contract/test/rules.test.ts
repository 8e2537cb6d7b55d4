import { readdirSync } from 'node:fs';
import {
  cleanName,
  DiscordUsername,
  Email,
  Expiration,
  GithubUsername,
  NewInvitation,
  invitationRole,
  ProfileEdit,
  calls,
  compareWorkspaces,
  defaultWorkspaceOf,
  findForbiddenCharacter,
  impersonationError,
  isActive,
  tokenLifetimeError,
  validationMessages,
  parseTimeString,
  resolveInstance,
  remoteUrlError,
  requiredText,
  type Workspace,
} from '../src/index.ts';
import { aWorkspace, portalSettings } from '../fixtures/index.ts';

const hosted = portalSettings();
const firstMessage = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.success ? 'valid' : result.error?.issues[0]?.message;

describe('a nickname', () => {
  it.each([
    'System Initiative Security Team',
    'systeminitiative',
    'Ada of SYSTEM-INITIATIVE',
    'Sy·stem Initiative',
    'Security Team',
    'ＳＥＣＵＲＩＴＹ team',
    'Sécurity Téam',
    'Ada (Admin, Support)',
    'Support',
    ' support ',
    'ADMIN',
  ])('that could be taken for us is rejected: %s', (name) =>
    expect(impersonationError(name, 'System Initiative')).toBe('Choose a name that can’t be taken for our support'),
  );

  it.each([
    'Ada',
    'Sup Port',
    'Adminah',
    'Teamo Supporto',
    'Ada (Support)',
    'Steam Engine',
    'System Administrator of Acme',
    'Initiative System',
    '李小龙',
    'O’Brien-García',
    '—',
  ])('of an ordinary person is accepted: %s', (name) =>
    expect(impersonationError(name, 'System Initiative')).toBeNull(),
  );

  it('does not match a product name without letters', () => expect(impersonationError('Ada', '™')).toBeNull());
});

describe('the call table', () => {
  it('has exactly the calls of the *.calls.ts files', async () => {
    const folder = new URL('../src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.calls.ts'),
    );
    const groups = await Promise.all(
      files.map(async (file) => Object.values((await import(new URL(file, folder).href)) as Record<string, object>)),
    );
    const described = new Set(groups.flat().flatMap((group) => Object.keys(group)));
    expect(files.length).toBeGreaterThan(10);
    expect(Object.keys(calls).sort()).toEqual([...described].sort());
  });

  it('has no two calls with the same method and path', () => {
    const shapes = Object.values(calls).map((call) => `${call.method} ${call.path.replace(/:\w+/g, ':')}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});

// @covers 5.workspace.1 9.1
describe('[5.workspace] text fields', () => {
  const name = requiredText({ max: 500 });

  it.each([
    ['', validationMessages.required],
    ['   ', validationMessages.required],
    [undefined, validationMessages.required],
    [null, validationMessages.required],
    ['a'.repeat(501), validationMessages.tooLong(500)],
    ['<b>', validationMessages.invalid],
    ['tab\there', validationMessages.invalid],
    ['李', validationMessages.invalid],
    ['a\u0000b', validationMessages.invalid],
    ['a\u200Bb', validationMessages.hiddenCharacters],
  ])('rejects %j', (text, message) => expect(firstMessage(name.safeParse(text))).toBe(message));

  it.each(['Café Zürich - prod_1, v2.0 @team/a+b', 'x'.repeat(500)])('accepts %j', (text) =>
    expect(name.parse(` ${text} `)).toBe(text),
  );
});

describe('the character that a text field rejects', () => {
  it.each([
    ['Ours', '', undefined],
    ['Cafe\u0301', '', undefined],
    ['a<b>', '', '<'],
    ['a\u00A0b', '', '\u00A0'],
    ['a🙂b', '', '🙂'],
    ["mia's team", "mia's team", undefined],
    ["mia's team!", "mia's team", '!'],
  ])('in %j, where the characters of %j are allowed, is %j', (text, alsoAllowed, character) =>
    expect(findForbiddenCharacter(text, alsoAllowed)).toBe(character),
  );
});

it.each([
  [' ', 'Spaces are not allowed'],
  ['#', '“#” is not allowed'],
  ['\u00A0', validationMessages.hiddenCharacters],
])('the message about the character %j is %j', (character, message) =>
  expect(validationMessages.notAllowed(character)).toBe(message),
);

describe('[5.shared-form-rules.4] email', () => {
  it('is trimmed and lower-cased', () => expect(Email.parse('  Ada@Example.COM ')).toBe('ada@example.com'));
  it('is rejected with a message', () => expect(firstMessage(Email.safeParse('ada'))).toBe('Invalid email'));
});

describe('[5.profile] names', () => {
  it.each(["O'Brien", 'O’Brien', '李', 'Łukasz', 'José María', 'María-José', 'Jean (Jr.)', 'عمر'])(
    'accepts %j',
    (firstName) => expect(ProfileEdit.parse({ firstName })).toEqual({ firstName }),
  );
  it.each([
    ['<script>', '“<” is not allowed'],
    ['Ada!', '“!” is not allowed'],
    ['a🙂', '“🙂” is not allowed'],
    ['a\u0007b', validationMessages.hiddenCharacters],
    ['see https://evil.example', validationMessages.noUrl],
    ['www.evil.example', validationMessages.noUrl],
    ['win at evil.com/now', validationMessages.noUrl],
    ['ｗｗｗ．evil．example', validationMessages.noUrl],
  ])('rejects %j', (firstName, message) => expect(firstMessage(ProfileEdit.safeParse({ firstName }))).toBe(message));
  it.each([
    ...['Anna–Lena', 'Anna—Lena', 'O´Brien', 'D`Angelo', 'O′Neill', 'Sant’Anna'],
    ...['Anna “Annie” Lee', 'Anna "Annie" Lee', 'Anna „Annie“ Lee', 'Anna «Annie» Lee', '李‧雅各', 'ﾏｲｹﾙ･ｼﾞｬｸｿﾝ'],
    ...['山田（太郎）', '「太郎」', 'Ｊ．Ｓｍｉｔｈ', 'Ａ＆Ｂ', 'O＇Brien'],
  ])('accepts the punctuation of %s, which mail programs and profiles have', (nickname) => {
    expect(ProfileEdit.parse({ nickname })).toEqual({ nickname });
    expect(cleanName(nickname, 255)).toBe(nickname);
  });
  // The joiners of Persian, Hindi and Sinhala, Hebrew geresh, gershayim and maqaf, and a Japanese variation selector.
  const spelled = [
    ...['\u0639\u0644\u06CC\u200C\u0631\u0636\u0627', '\u0930\u093E\u091C\u0930\u094D\u200D\u0937\u093F'],
    ...[
      '\u0DC1\u0DCA\u200D\u0DBB\u0DD3',
      '\u05D2\u05F3\u05D5\u05E8\u05D2\u05F3',
      '\u05D1\u05DF\u05BE\u05D2\u05D5\u05E8\u05D9\u05D5\u05DF',
    ],
    ...['\u845B\u{E0100}\u57CE', 'O\u2018tkir'],
  ];
  it.each(spelled)('keep the spelling of %j', (firstName) => {
    expect(ProfileEdit.parse({ firstName })).toEqual({ firstName });
    expect(cleanName(firstName, 255)).toBe(firstName);
  });
  it.each([
    ['Jean\u00A0Luc', 'Jean Luc'],
    ['\u5C71\u7530\u3000\u592A\u90CE', '\u5C71\u7530 \u592A\u90CE'],
    ['Anne\u2011Marie', 'Anne-Marie'],
    ['Anne\u2212Marie', 'Anne-Marie'],
    ['Anne\uFF0DMarie', 'Anne-Marie'],
  ])('store %j as it would be typed: %j', (firstName, stored) =>
    expect(ProfileEdit.parse({ firstName })).toEqual({ firstName: stored }),
  );
  it.each(['Ad\u200Da', '\u0639\u200C', '\u200C\u0639', '\u0639\u200C\u200C\u0631', 'A\uFE0F', '\u0639\u202E\u0631'])(
    'reject the invisible character in %j, which is no spelling',
    (firstName) => expect(firstMessage(ProfileEdit.safeParse({ firstName }))).toBe(validationMessages.hiddenCharacters),
  );
  it.each([
    ['Ada\u200B \u{1F642} <Lovelace>', 'Ada Lovelace'],
    ['Anne\u2011Marie\u00A0!', 'Anne-Marie'],
    ['\u202E\u{1F642}', ''],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('of another system are cleaned: %j', (name, cleaned) => expect(cleanName(name, 255)).toBe(cleaned));
  it('ignore fields that are not part of the profile', () =>
    expect(ProfileEdit.parse({ nickname: 'Ada', email: 'x@y.z', emailVerified: true, quarantinedAt: null })).toEqual({
      nickname: 'Ada',
    }));

  // @covers 9.5
  it.each(['ab', 'ada.lovelace', 'a_1', 'ada l#1234', 'a..b#1234', 'x'.repeat(32)])(
    '[5.profile.2] accepts the Discord username %j',
    (name) => expect(DiscordUsername.parse(name)).toBe(name),
  );
  // @covers 5.profile.4 9.5
  it.each([
    'a',
    'a..b',
    'discordian',
    'Here',
    'everyone1',
    'a@b#1234',
    'a\u0000b#1234',
    '<b>\n#1234',
    'ab#12',
    'x'.repeat(33),
  ])('[5.profile.3] rejects the Discord username %j', (name) =>
    expect(firstMessage(DiscordUsername.safeParse(name))).toBe('Invalid discord tag'),
  );
  // @covers 9.6
  it.each(['a', 'a-b-c', 'A1', 'x'.repeat(39)])('[5.profile.5] accepts the GitHub username %j', (name) =>
    expect(GithubUsername.parse(name)).toBe(name),
  );
  // @covers 9.6
  it.each(['', '-a', 'a-', 'a--b', 'a_b', 'x'.repeat(40)])('[5.profile.6] rejects the GitHub username %j', (name) =>
    expect(firstMessage(GithubUsername.safeParse(name))).toBe('Invalid github username'),
  );
});

describe('[5.workspace.3] remote URLs', () => {
  it.each([
    'https://si.example.com',
    'http://10.1.2.3:8080/base',
    'http://10.0.0.0',
    'https://0.0.0.0.example.com',
    'https://例え.jp',
  ])('accepts %j', (url) => expect(remoteUrlError(url, hosted)).toBeNull());
  it.each([
    'ftp://x.example',
    'ftp://x.example/https://y.example',
    'javascript:alert(1)',
    'x.example',
    'https://',
    'https://u:p@x.example',
    'https://x y.example',
    'https://x.example/\u0000',
  ])('rejects %j', (url) => expect(remoteUrlError(url, hosted)).toBe('Invalid URL'));
  // @covers 5.workspace.6
  it.each([
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://0.0.0.0',
    'http://[::1]:80',
    'http://2130706433',
    'http://0x7f.1',
    'http://127.1',
    'http://127.9.9.9',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:127.18.52.86]',
    'http://a.localhost',
    'http://[::7f00:1]',
    'https://proxy.example/LOCALHOST',
  ])('[5.workspace.5] rejects the local machine as %j', (url) =>
    expect(remoteUrlError(url, hosted)).toBe(
      'You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.',
    ),
  );
  it.each(['https://APP.systeminit.com/x', 'https://ａpp.systeminit.com', 'https://%61pp.systeminit.com'])(
    '[5.workspace.4] rejects the hosted app as %j',
    (url) =>
      expect(remoteUrlError(url, hosted)).toBe(
        'You cannot use an "app.systeminit" URL for a Remote URL Workspace. Use "Managed By System Initiative" instead.',
      ),
  );
});

describe('[4.workspace-creation.1] the type and URL of a new workspace', () => {
  it.each([
    [{}, 'SI', 'https://app.systeminit.com'],
    [
      { instanceEnvType: 'SI', instanceUrl: 'https://app.systeminit.com/' } as const,
      'SI',
      'https://app.systeminit.com',
    ],
    [{ instanceEnvType: 'SI', instanceUrl: 'app.systeminit.com' } as const, 'SI', 'https://app.systeminit.com'],
    [{ instanceEnvType: 'LOCAL', instanceUrl: 'localhost:8080' } as const, 'LOCAL', 'http://localhost:8080'],
    [{ instanceUrl: 'http://localhost:8080/' }, 'LOCAL', 'http://localhost:8080'],
    [{ instanceUrl: 'https://si.example.com' }, 'PRIVATE', 'https://si.example.com'],
  ])('%j is %s', (draft, instanceEnvType, instanceUrl) =>
    expect(resolveInstance(draft, hosted)).toEqual({ instanceEnvType, instanceUrl }),
  );
  it('a remote workspace requires a URL', () =>
    expect(resolveInstance({ instanceEnvType: 'PRIVATE' }, hosted)).toEqual({ error: validationMessages.required }));
});

// @covers 5.shared-form-rules.5 9.4
describe('[5.token.1] time strings', () => {
  it.each([
    ['60m', 3_600_000],
    ['48h', 172_800_000],
    ['3d', 259_200_000],
    ['1y', 31_536_000_000],
    ['2 hours', 7_200_000],
    [' 5m ', 300_000],
  ])('%j is %d ms', (text, ms) => expect(parseTimeString(text)).toBe(ms));
  it.each(['', '5', '0m', '-5m', '1ms', '1s', '1w', '1.5h', 'h', '9'.repeat(95) + 'd', '1d1h'])(
    '%j is invalid',
    (text) => expect(parseTimeString(text)).toBeNull(),
  );
  it.each(['1M', '1H', '1D', '1Y', '5 Minutes', '2 HOURS'])(
    '%j is invalid, because units are in lower case',
    (text) => {
      const { error } = Expiration.safeParse(text);
      expect(error?.issues.map(({ message }) => message)).toEqual(['Invalid time string']);
    },
  );
});

describe('the lifetime of a token', () => {
  const days = (count: number) => count * 86_400_000;

  it('may be the maximum, but not longer', () => {
    expect(tokenLifetimeError(days(366), 366)).toBeNull();
    expect(tokenLifetimeError(days(366) - 1, 366)).toBeNull();
    expect(tokenLifetimeError(days(366) + 1, 366)).toBe('A token can be valid for at most 366 days.');
    expect(tokenLifetimeError(days(2), 1)).toBe('A token can be valid for at most 1 day.');
  });
});

describe('[3.7] invitations', () => {
  // @covers 3.7
  it('[9.9] default to the editor role', () =>
    expect(invitationRole(NewInvitation.parse({ email: 'a@b.co' }))).toBe('EDITOR'));
  it('accept a role in any case', () =>
    expect(invitationRole(NewInvitation.parse({ email: 'a@b.co', role: 'approver' }))).toBe('APPROVER'));
  it.each(['owner', 'OWNER', 'boss', '', null, 3])('reject the role %j', (role) =>
    expect(NewInvitation.safeParse({ email: 'a@b.co', role }).success).toBe(false),
  );
});

// @covers 3.12 4.api-token.2
describe('[4.api-token.1] active tokens', () => {
  const now = new Date('2026-01-02T00:00:00Z');
  it.each([
    [null, null, true],
    ['2026-01-03T00:00:00Z', null, true],
    ['2026-01-02T00:00:00Z', null, true],
    ['2026-01-01T00:00:00Z', null, false],
    [null, '2026-01-01T00:00:00Z', false],
  ])('expires %s, revoked %s: active is %s', (expiresAt, revokedAt, active) =>
    expect(isActive({ expiresAt, revokedAt }, now)).toBe(active),
  );
});

describe('the order of workspaces', () => {
  const workspace = (more: Partial<Workspace>) => aWorkspace({ displayName: 'M', instanceEnvType: 'SI', ...more });

  it('[4.workspace-ordering.1] sorts by default, favourites, type and name', () => {
    const list = [
      workspace({ displayName: 'local', instanceEnvType: 'LOCAL' }),
      workspace({ displayName: 'private', instanceEnvType: 'PRIVATE' }),
      workspace({ displayName: 'b' }),
      workspace({ displayName: 'a' }),
      workspace({ displayName: 'favourite', instanceEnvType: 'LOCAL', isFavourite: true }),
      workspace({ displayName: 'default', instanceEnvType: 'LOCAL', isDefault: true }),
    ];
    expect(list.sort(compareWorkspaces).map((each) => each.displayName)).toEqual([
      'default',
      'favourite',
      'a',
      'b',
      'private',
      'local',
    ]);
  });

  it('[4.default-workspace.1] prefers the default, or else the oldest owned workspace of type SI', () => {
    const early = workspace({ displayName: 'early', createdAt: '2025-01-01T00:00:00.000Z' });
    const foreign = workspace({ displayName: 'foreign', role: 'EDITOR', createdAt: '2024-01-01T00:00:00.000Z' });
    const remote = workspace({ instanceEnvType: 'PRIVATE', createdAt: '2023-01-01T00:00:00.000Z' });
    const chosen = workspace({ displayName: 'chosen', instanceEnvType: 'LOCAL', isDefault: true });
    expect(defaultWorkspaceOf([workspace({}), early, foreign, remote])?.displayName).toBe('early');
    expect(defaultWorkspaceOf([early, chosen])?.displayName).toBe('chosen');
    expect(defaultWorkspaceOf([foreign])).toBeUndefined();
  });
});
