import { formatTable, widthOf } from '../src/output/table.ts';
import { createUser, type User } from './support/cli.ts';
import { sendError, startFakePortal, type FakePortal } from './support/fake-portal.ts';

let portal: FakePortal;
let user: User;
beforeEach(async () => {
  portal = await startFakePortal();
  user = createUser(portal);
  user.logIn();
});
afterEach(async () => {
  user.removeFolder();
  await portal.close();
});

const hostile = '\x1b[31mRed\x07\x9b2J\x7f\u202Eevil\u2066\r\nnext\u200F';
const unsafe = /[^\n\P{Cc}]|[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u;

describe('text of the API with control characters', () => {
  beforeEach(() => {
    const [first] = portal.data.workspaces;
    if (first) first.displayName = hostile;
  });

  it('is shown without them in a table', async () => {
    const { stdout } = await user.run(['workspaces'], { columns: 200 });
    expect(stdout).not.toMatch(unsafe);
    expect(stdout).toContain('[31mRed2Jevil next');
  });

  it('is shown without them in an error, on one line', async () => {
    portal.answerNext('/workspaces', (response) => sendError(response, 403, 'NotAllowed', hostile));
    const { stderr } = await user.run(['workspaces']);
    expect(stderr).toBe('portal: [31mRed2Jevil next (request req-1)\n');
  });

  it('is escaped in JSON, which stays the same value', async () => {
    const { stdout } = await user.run(['workspaces', '--json']);
    expect(stdout).not.toMatch(unsafe);
    expect(JSON.parse(stdout)).toEqual(portal.data.workspaces);
  });
});

describe('a table', () => {
  const columns = [
    { title: 'NAME', value: (row: { name: string }) => row.name },
    { title: 'ID', value: () => '0123456789', isFixed: true },
  ];

  it('shortens texts, and not ids, to the width of the terminal', () => {
    const lines = formatTable([{ name: 'a'.repeat(50) }, { name: '漢字'.repeat(20) }, { name: 'é' }], columns, 30);
    expect(lines.map(widthOf)).toEqual([22, 30, 30, 30]);
    expect(lines[1]).toBe(`${'a'.repeat(17)}…  0123456789`);
  });

  it('keeps the whole text where the output is no terminal', () => {
    expect(formatTable([{ name: 'a'.repeat(500) }], columns, undefined)[1]).toBe(`${'a'.repeat(500)}  0123456789`);
  });

  it('has a bold header only in a terminal, and not with NO_COLOR', async () => {
    expect((await user.run(['workspaces'], { isTTY: true })).stdout).toContain('\x1b[1m');
    expect((await user.run(['workspaces'], { isTTY: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\x1b');
    expect((await user.run(['workspaces'])).stdout).not.toContain('\x1b');
  });
});
