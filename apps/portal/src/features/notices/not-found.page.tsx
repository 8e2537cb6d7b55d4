import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';

export function Component() {
  return (
    <div className="grid justify-items-center gap-3 pt-24 text-center">
      <h1 tabIndex={-1} className="text-2xl">
        404 not found :(
      </h1>
      <p className="text-secondary">There is no page at this address.</p>
      <Link to={paths.login} className="text-link">
        Back to login
      </Link>
    </div>
  );
}
