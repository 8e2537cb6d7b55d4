/** @takes 20 s */
import { ulid } from 'ulid';
import { decryptEntries } from '../../src/request/audit/decrypt-entries.ts';
import { addMember, logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { outcomesOf, repeated, repeatRounds, shuffled, type RaceRequest, type Replicas } from '../support/replicas.ts';
import { setUpRaces } from '../support/set-up-races.ts';

let replicas: Replicas;
setUpRaces((started) => (replicas = started));

/** Two owners, each a member of the other's workspace, whose values were never encrypted before. */
async function makeTeams() {
  const { api } = replicas;
  const owners = [await makeUser(api), await makeUser(api)];
  return Promise.all(
    owners.map(async (owner, index) => {
      const member = owners[1 - index] ?? owner;
      const workspace = await makeWorkspace(api, owner);
      await addMember(api, workspace, member, 'EDITOR');
      return { owner, member, workspace, credentials: await logIn(api, owner) };
    }),
  );
}

describe('requests that encrypt values of the same users for the first time', () => {
  it('create one key for each of them, without an error or a deadlock, and all values can be read', () =>
    repeatRounds(1, async () => {
      const { api } = replicas;
      const teams = await makeTeams();
      const emails = Array.from({ length: 10 }, () => `${ulid().toLowerCase()}@example.com`);
      const requests = teams.flatMap(({ member, workspace, credentials }, index): RaceRequest[] => [
        {
          method: 'POST',
          path: `/workspaces/${workspace.id}/invitations`,
          credentials,
          body: { emails: index === 0 ? emails : emails.toReversed(), role: 'EDITOR' },
        },
        ...repeated(3, {
          method: 'POST',
          path: `/workspace/${workspace.id}/membership`,
          credentials,
          body: { userId: member.id, role: 'APPROVER' },
        }),
      ]);
      expect(outcomesOf(await replicas.race(shuffled(requests)))).toEqual(['ok']);
      const userIds = teams.map(({ owner }) => owner.id);
      const keys = await api.db.personalKey.findMany({ where: { userId: { in: userIds } } });
      expect(keys.map(({ userId }) => userId).toSorted()).toEqual(userIds.toSorted());
      const entries = await api.db.auditEntry.findMany({ where: { actorUserId: { in: userIds } } });
      expect(entries).toHaveLength(2 * (emails.length + 1));
      expect((await decryptEntries(entries, api)).flatMap(({ erased }) => erased)).toEqual([]);
    }));
});
