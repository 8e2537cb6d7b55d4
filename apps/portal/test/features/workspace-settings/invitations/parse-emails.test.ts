import { Email } from '@portal/contract';
import { parseEmailList, parseOneEmail } from '../../../../src/features/workspace-settings/invitations/parse-emails.ts';
import { pastedLists } from './pasted-lists.ts';

const parseEmails = (text: string) => parseEmailList(text).entries.map((entry) => entry.text);

const [ann, bob, jane] = ['ann@x.co', 'bob@x.co', 'jane@x.co'];

test.each([
  ['typed: one per line', 'ann@x.co\nbob@x.co\n', [ann, bob]],
  ['typed: every separator', 'ann@x.co, bob@x.co;jane@x.co d@x.co', [ann, bob, jane, 'd@x.co']],
  ['typed: the same address twice', ' Ann@x.co ,, ann@x.co\r\n', ['Ann@x.co']],
  ['typed: one domain in two spellings', 'моя@россия.рф моя@xn--h1alffa9f.xn--p1ai', ['моя@россия.рф']],
  ['typed: nothing', ' \n', []],
  [
    'CSV: a first row with a mistyped address',
    'ann.x.co, editor\nbob@x.co\njane@x.co, editor',
    ['ann.x.co, editor', bob, jane],
  ],
  ['CSV: a row that is only an address', 'Name,Email,Role\nBob Ray,bob@x.co,Approver\nann@x.co', [bob, ann]],
  ['CSV: a row that is a header of Outlook', 'Email,Role\nbob@x.co,Approver\nAnn [mailto:ann@x.co]', [bob, ann]],
  ['CSV: a mistyped address in every first cell', 'ann.x.co,editor\nbob@x.co,editor', ['ann.x.co,editor', bob]],
  ['typed: in a sentence', 'ann@x.co.', [ann]],
  ['Gmail: recipients', 'Ann Lee <ann@x.co>, Bob <bob@x.co>, ', [ann, bob]],
  ['Gmail: a comma in a name', '"Doe, Jane" <jane@x.co>, ann@x.co', [jane, ann]],
  ['Gmail: quotation marks in a name', '"Jane \\"JD\\" Doe" <jane@x.co>, Bob <bob@x.co>', [jane, bob]],
  ['Gmail: an address as the name', 'ann@x.co <ann@x.co>, "bob@x.co" <bob@x.co>', [ann, bob]],
  ['Gmail: the name of a group', '"\'Jane\' via Team" <team@x.co>', ['team@x.co']],
  ['Outlook: recipients', 'Ann Lee <ann@x.co>; Bob Ray <bob@x.co>;', [ann, bob]],
  [
    'Outlook: a comma in a name without quotation marks',
    'Doe, Jane <jane@x.co>; Ray, Bob J. <bob@x.co>; ',
    [jane, bob],
  ],
  ['Outlook: single quotation marks', "'ann@x.co' <ann@x.co>; 'bob@x.co'", [ann, bob]],
  ['Outlook: a department in parentheses', 'Jane Doe (Sales) <jane@x.co>; Bob (bob@x.co)', [jane, bob]],
  ['Outlook: a forwarded header', 'Jane Doe [mailto:jane@x.co]', [jane]],
  ['Outlook: forwarded headers', 'Doe, Jane [mailto:jane@x.co]; Bob [bob@x.co]', [jane, bob]],
  ['Outlook: a link', 'Ann <mailto:ann@x.co>', [ann]],
  ['Apple Mail: recipients', 'Ann Lee <ann@x.co>, Bob Ray <bob@x.co>', [ann, bob]],
  ['Apple Mail: curly quotation marks', '“Ann” <ann@x.co>\n‘bob@x.co’', [ann, bob]],
  ['Apple Mail: no separator', 'Ann <ann@x.co> Bob <bob@x.co>', [ann, bob]],
  ['Excel: rows', 'Ann\tLee\tann@x.co\t+1 555 0100\r\nBob\tRay\tbob@x.co\t\r\n', [ann, bob]],
  ['Excel: rows with titles', 'First name\tEmail\nAnn\tann@x.co\nBob\tbob@x.co', [ann, bob]],
  ['Excel: a column', 'Email address\nann@x.co\nbob@x.co', [ann, bob]],
  ['Excel: a cell of several lines', '"ann@x.co\nbob@x.co"\tSales', [ann, bob]],
  ['Google Sheets: quoted cells', '"Doe, Jane"\t"jane@x.co"\nBob\tbob@x.co, b@x.co', [jane, bob, 'b@x.co']],
  ['Google Sheets: a row without an address', 'Ann\tann@x.co\nBob Ray\t\n', [ann, 'Bob Ray']],
  ['CSV: rows', 'Ann Lee,ann@x.co,EDITOR\nBob Ray,bob@x.co,approver\n', [ann, bob]],
  ['CSV: quoted cells with titles', 'Name,Email,Role\r\n"Doe, Jane","jane@x.co","Editor"', [jane]],
  ['CSV: one row', '"Doe, Jane",jane@x.co,Editor', [jane]],
  ['CSV: semicolons', 'Ann;ann@x.co;Sales\nBob;bob@x.co;', [ann, bob]],
  ['CSV: rows that lack cells', 'Name,Email,Role\nAnn,ann@x.co\nBob,bob@x.co,editor\n', [ann, bob]],
  ['CSV: rows that lack the role', 'ann@x.co,editor\nbob@x.co\n', [ann, bob]],
  ['CSV: rows with more cells than others', 'Ann,ann@x.co\nBob,bob@x.co,Sales,Berlin\n', [ann, bob]],
  ['CSV: a byte order mark', '\uFEFFEmail\nann@x.co', [ann]],
  ['CSV: a row without an address', 'Ann,ann@x.co\nBob Ray,\n', [ann, 'Bob Ray']],
  ['a list: hyphens', '- ann@x.co\n- Bob <bob@x.co>\n– jane@x.co', [ann, bob, jane]],
  ['a list: bullets', '• ann@x.co\n•\tbob@x.co\n●jane@x.co', [ann, bob, jane]],
  ['a list: numbers', '1. ann@x.co\n2) Bob Ray <bob@x.co>\n(3) jane@x.co', [ann, bob, jane]],
  ['a list: boxes to tick', '- [ ] ann@x.co\n- [x] bob@x.co', [ann, bob]],
  ['a list: names before addresses', 'Ann Lee: ann@x.co\nBob Ray - bob@x.co', [ann, bob]],
  ['a quoted email', '> ann@x.co\n> > bob@x.co', [ann, bob]],
  ['a sentence', 'ann@x.co!\nbob@x.co...; jane@x.co.;', [ann, bob, jane]],
  ['a link', 'mailto:ann@x.co?subject=Hi%20Ann\n<mailto:bob@x.co?cc=c@x.co>', [ann, bob]],
  ['a link with an encoded plus', 'mailto:fay%2Bx@x.co', ['fay+x@x.co']],
  ['a link to two addresses', 'mailto:ann@x.co,bob@x.co?subject=Hi', [ann, bob]],
  ['a CSV file with an empty row', 'Name,Email\nAnn,ann@x.co\nBob,bob@x.co\n,\n', [ann, bob]],
  [
    'a page: zero-width characters and direction marks',
    '\u200Bann@x.co\u200B\n\u202Abob@x.co\u202C\u2028jane@x.co',
    [ann, bob, jane],
  ],
  ['one address in several spellings', 'JOSÉ@x.co jose\u0301@x.co josé@x.co', ['JOSÉ@x.co']],
])('the addresses are found in text of %s', (_source, text, emails) => {
  expect(parseEmails(text)).toEqual(emails);
});

test.each([
  ['what is no address', 'ann@x.co\nunknown', [ann, 'unknown']],
  ['a line without an address', 'ann@x.co\n- Bob Ray, Sales\nbob (at) x.co', [ann, 'Bob Ray, Sales', 'bob (at) x.co']],
  ['a name after an address', 'ann@x.co\nbob@x.co, jane', [ann, bob, 'jane']],
  ['names in a list of addresses', 'bob, jane, ann@x.co', ['bob', 'jane', ann]],
  ['a local part that starts like a list', '-ann@x.co *bob@x.co', ['-ann@x.co', '*bob@x.co']],
  ['two addresses with a sign between them', 'ann@x.co - bob@x.co | jane@x.co', [ann, bob, jane]],
  ['an address without its @ before one', 'bob.example.com: ann@x.co', ['bob.example.com:', ann]],
  ['two addresses before angle brackets', 'bob@x.co <ann@x.co>', [bob, ann]],
  ['an address without its @', 'bob.example.com, Ann <ann@x.co>', ['bob.example.com', ann]],
  ['a name whose brackets are empty', 'Jane <>; Ann <ann@x.co>', ['Jane', ann]],
  ['an open bracket', 'Ann <ann@x.co, bob@x.co', ['Ann', ann, bob]],
  ['an open quotation mark', '"ann@x.co, bob@x.co', [ann, bob]],
  ['an address with an apostrophe', "o'brien@x.co", ["o'brien@x.co"]],
])('nothing that may be an address is lost: %s', (_case, text, emails) => {
  expect(parseEmails(text)).toEqual(emails);
});

test.each([
  ['Jane Doe <jane@x.co>', jane],
  ['"Doe, Jane" <jane@x.co>;', jane],
  ['jane@x.co', jane],
  ['ann@x.co bob@x.co', 'ann@x.co bob@x.co'],
  ['', ''],
])('%j in the field for one person is %j', (text, email) => {
  expect(parseOneEmail(text)).toBe(email);
});

test.each([
  ['one role for everyone', 'ann@x.co,Approver\nbob@x.co,approver', 'APPROVER'],
  ['one role for everyone, with titles', 'Name;Email;Role\nAnn;ann@x.co;Collaborator\nBob;bob@x.co;editor', 'EDITOR'],
  ['one role for everyone, from a spreadsheet', 'Email\tRole\nann@x.co\tApprover', 'APPROVER'],
  ['two roles', 'ann@x.co,Approver\nbob@x.co,editor', 'other'],
  ['a row without a role', 'ann@x.co,Approver\nbob@x.co', 'other'],
  ['an unknown role', 'Email,Role\nann@x.co,admin\nbob@x.co,Admin', 'other'],
  ['a role that no invitation can have', 'ann@x.co,Owner\nbob@x.co,Owner', 'other'],
  ['no column of roles', 'Ann,ann@x.co\nBob,bob@x.co', undefined],
  ['no table', 'Approver <ann@x.co>, bob@x.co', undefined],
])('the role of a list with %s is found', (_case, text, role) => {
  expect(parseEmailList(text).role).toBe(role);
});

test('lines without an address are marked, words beside an address are not', () => {
  const { entries } = parseEmailList('ann@x.co\nBob Ray, Sales\njane, carl@x.co');
  expect(entries.map(({ text }) => text)).toEqual([ann, 'Bob Ray, Sales', 'jane', 'carl@x.co']);
  expect(entries.filter(({ isLine }) => isLine).map(({ text }) => text)).toEqual(['Bob Ray, Sales']);
});

test('a name that is also a role is no column of roles', () => {
  expect(parseEmailList('Owner, Ann <ann@x.co>').role).toBeUndefined();
});

test('a role that only some rows have is not used', () => {
  expect(parseEmailList('Name,Email,Role\nBob Ray,bob@x.co,Approver\nann@x.co').role).toBe('other');
});

describe('a list that is pasted', () => {
  const isEmail = (text: string) => Email.safeParse(text).success;
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

  test.each(pastedLists)('from $from is understood, or shown as not understood', ({ text, emails, unknown = [] }) => {
    const found = parseEmails(text);
    expect(found.filter(isEmail).map((email) => Email.parse(email))).toEqual(emails);
    expect(found.filter((part) => !isEmail(part))).toEqual(unknown);
  });

  test.each(pastedLists)('from $from loses no word', ({ text }) => {
    const { entries, titles } = parseEmailList(text);
    const shown = new Set<string>(
      wordsOf([titles, ...entries.flatMap((entry) => [entry.text, ...entry.dropped])].join(' ')),
    );
    const signs = new Set(['mailto', '2bwork']);
    expect(wordsOf(text).filter((word) => !shown.has(word) && !signs.has(word))).toEqual([]);
  });

  test.each(pastedLists)('from $from is understood in the same way when it is written one part a line', ({ text }) => {
    const found = parseEmails(text);
    expect(parseEmails(found.join('\n'))).toEqual(found);
  });
});
