import { Button, Card } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Leads to the page with the password, the second factor and the sessions. */
export function SecurityLink() {
  return (
    <Card title="Login and security" description="Your password, your second factor, and where you’re logged in.">
      <Button icon="key" render={<Link to={paths.security} />}>
        Open login and security
      </Button>
    </Card>
  );
}
