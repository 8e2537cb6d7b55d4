import { displayEmail } from '@portal/contract';
import { Avatar, Card } from '@portal/ui';
import { useState } from 'react';
import { useUser } from '../../../api/session.api.ts';
import { paths } from '../../../lib/paths.ts';
import { readRecentUsers } from './recent-users-storage.ts';
import { Result } from './result-list.tsx';

const title = 'Recently opened users';

export function RecentUsers() {
  const { id: staffId } = useUser();
  const [users] = useState(() => readRecentUsers(staffId));
  if (users.length === 0) {
    return (
      <Card title={title}>
        <p className="text-secondary">
          Search for a user or a workspace: enter part of an email, name or URL, or a full ID. Users that you open are
          then listed here.
        </p>
      </Card>
    );
  }
  return (
    <Card flush title={title} description="Kept in this browser tab until you log out.">
      <ul aria-label={title} className="border-t border-line">
        {users.map(({ userId, name, nickname, email }) => (
          <Result
            key={userId}
            to={paths.adminUser(userId)}
            image={<Avatar id={userId} name={nickname} size={36} />}
            name={name}
            description={displayEmail(email)}
          />
        ))}
      </ul>
    </Card>
  );
}
