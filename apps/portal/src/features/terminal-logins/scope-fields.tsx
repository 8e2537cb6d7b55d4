import { apiScopes, isApiScope } from '@portal/contract';
import { Checkbox } from '@portal/ui';
import { useId } from 'react';

export interface ScopeFieldsProps {
  requested: readonly string[];
  chosen: readonly string[];
  onChange: (scopes: string[]) => void;
}

/** The scopes that a terminal requests. The user can leave out each of them. */
export function ScopeFields({ requested, chosen, onChange }: ScopeFieldsProps) {
  const toggle = (scope: string, isOn: boolean) =>
    onChange(requested.filter((name) => (name === scope ? isOn : chosen.includes(name))));
  const group = { chosen, toggle };
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">What it can do</h2>
      <p className="text-secondary">
        It can always read your profile and the list of your workspaces. It can change only what you check here.
      </p>
      <ScopeGroup title="In the account portal" scopes={requested.filter((scope) => isApiScope(scope))} {...group} />
      <ScopeGroup title="On the platform" scopes={requested.filter((scope) => !isApiScope(scope))} {...group} />
    </div>
  );
}

interface ScopeGroupProps {
  title: string;
  scopes: readonly string[];
  chosen: readonly string[];
  toggle: (scope: string, isOn: boolean) => void;
}

function ScopeGroup({ title, scopes, chosen, toggle }: ScopeGroupProps) {
  const headingId = useId();
  if (scopes.length === 0) return null;
  return (
    <div role="group" aria-labelledby={headingId} className="grid gap-2">
      <p id={headingId} className="text-sm font-medium text-strong">
        {title}
      </p>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={<ScopeLabel scope={scope} />}
          checked={chosen.includes(scope)}
          onChange={(checked) => toggle(scope, checked)}
        />
      ))}
    </div>
  );
}

/** The portal does not know what the scopes of the platform mean, so they have only a name. */
const ScopeLabel = ({ scope }: { scope: string }) => (
  <>
    {isApiScope(scope) && `${apiScopes[scope].description} `}
    <code translate="no" className="font-mono text-xs text-secondary wrap-anywhere">
      {scope}
    </code>
  </>
);
