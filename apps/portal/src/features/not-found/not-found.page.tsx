import { Button } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

export function Component() {
  return (
    <div className="grid justify-items-center gap-6 pt-24 text-center">
      <div>
        <h1 tabIndex={-1} className="text-2xl">
          404 not found :(
        </h1>
        <p className="mt-2 text-secondary">This page does not exist.</p>
      </div>
      <Button render={<Link to={paths.login}>Back to login</Link>}>Back to login</Button>
    </div>
  );
}
