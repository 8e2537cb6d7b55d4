import { apiScopeNames, apiScopes, isApiScope, type Workspace } from '@portal/contract';
import { Alert, Checkbox, SelectField, TextArea } from '@portal/ui';
import { useId, useState } from 'react';
import type { TokenRules } from '../../api/auth-tokens.api.ts';
import { useServiceAccounts } from '../../api/service-accounts.api.ts';
import { defaultScopes, isMixed, missingRight, networksError, presets, type TokenOptions } from './token-options.ts';

interface TokenOptionFieldsProps {
  workspace: Workspace;
  rules: TokenRules;
  options: TokenOptions;
  onChange: (options: TokenOptions) => void;
}

/** What a new token can do, who it acts as, and from where it can be used. */
export default function TokenOptionFields({ workspace, rules, options, onChange }: TokenOptionFieldsProps) {
  const { role } = workspace;
  const { serviceAccountId, networks } = options;
  const scopes = options.scopes ?? defaultScopes(rules);
  const missing = (scope: string) => missingRight(scope, { role, allowsWrites: rules.policy.allowsWrites });
  const change = (changed: Partial<TokenOptions>) => onChange({ ...options, ...changed });
  const toggle = (scope: string, isOn: boolean) => {
    const order = [...apiScopeNames, ...rules.platformScopes.map(({ name }) => name)];
    change({ scopes: order.filter((name) => (name === scope ? isOn : scopes.includes(name))) });
  };
  const canRotateItself = scopes.some((scope) => isApiScope(scope));
  return (
    <div className="grid gap-5 pt-3">
      <Presets
        rules={rules}
        isAllowed={(scope) => missing(scope) === null}
        chosen={scopes}
        onChoose={(chosen) => change({ scopes: chosen })}
      />
      <div className="grid items-start gap-x-6 gap-y-5 md:grid-cols-2">
        <ScopeGroup
          title="In the account portal"
          scopes={apiScopeNames.map((name) => ({ name, description: apiScopes[name].description }))}
          {...{ missing, chosen: scopes, toggle }}
        />
        <ScopeGroup title="On the platform" scopes={rules.platformScopes} {...{ missing, chosen: scopes, toggle }} />
      </div>
      {scopes.length === 0 && <p className="text-error">Choose at least one scope.</p>}
      {isMixed(scopes) && (
        <Alert
          tone="warning"
          title="An instance could change this workspace with this token"
          message="An instance receives the tokens that programs send to it, and could use this one in the account portal. Create two tokens instead: one for the platform and one for the account portal."
        />
      )}
      <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2">
        {role === 'OWNER' && (
          <Principal
            workspace={workspace}
            value={serviceAccountId}
            onChange={(id) => change({ serviceAccountId: id })}
          />
        )}
        <NetworksField value={networks} onChange={(text) => change({ networks: text })} />
      </div>
      <Checkbox
        label="Can replace itself"
        hint={
          canRotateItself
            ? 'A program that uses the token can rotate it in the second half of its life, without a person.'
            : 'Only a token with a scope in the account portal can replace itself.'
        }
        disabled={!canRotateItself}
        checked={canRotateItself && options.canRotateItself}
        onChange={(checked) => change({ canRotateItself: checked })}
      />
    </div>
  );
}

interface PresetsProps {
  rules: TokenRules;
  isAllowed: (scope: string) => boolean;
  chosen: readonly string[];
  onChoose: (scopes: readonly string[]) => void;
}

function Presets({ rules, isAllowed, chosen, onChoose }: PresetsProps) {
  return (
    <div role="group" aria-label="Presets" className="flex flex-wrap gap-2">
      {presets(rules, isAllowed).map(({ name, scopes }) => (
        <button
          key={name}
          type="button"
          aria-pressed={scopes.length === chosen.length && scopes.every((scope) => chosen.includes(scope))}
          onClick={() => onChoose(scopes)}
          className="h-7 rounded-md border border-neutral bg-button px-2.5 text-sm font-medium text-body hover:bg-button-hover aria-pressed:border-action aria-pressed:bg-action aria-pressed:text-action"
        >
          {name}
        </button>
      ))}
    </div>
  );
}

interface ScopeGroupProps {
  title: string;
  scopes: TokenRules['platformScopes'];
  /** Why the token cannot have a scope; null if it can. */
  missing: (scope: string) => string | null;
  chosen: readonly string[];
  toggle: (scope: string, isOn: boolean) => void;
}

function ScopeGroup({ title, scopes, missing, chosen, toggle }: ScopeGroupProps) {
  const headingId = useId();
  return (
    <div role="group" aria-labelledby={headingId} className="grid gap-2.5">
      <p id={headingId} className="font-semibold text-strong">
        {title}
      </p>
      {scopes.map(({ name, description }) => {
        const reason = missing(name);
        return (
          <Checkbox
            key={name}
            label={
              <>
                {description}{' '}
                <code translate="no" className="font-mono text-xs text-secondary">
                  {name}
                </code>
              </>
            }
            hint={reason === null ? undefined : `Not possible: ${reason}.`}
            disabled={reason !== null}
            checked={chosen.includes(name)}
            onChange={(checked) => toggle(name, checked)}
          />
        );
      })}
    </div>
  );
}

interface PrincipalProps {
  workspace: Workspace;
  value: string;
  onChange: (serviceAccountId: string) => void;
}

function Principal({ workspace, value, onChange }: PrincipalProps) {
  const { data, isLoading } = useServiceAccounts(workspace);
  const accounts = data?.serviceAccounts ?? [];
  const hint =
    value === ''
      ? accounts.length === 0 && !isLoading
        ? 'A token ends when you leave the workspace. Create a service account below for one that stays.'
        : 'A token that acts as you ends when you leave the workspace.'
      : 'Stays when you leave. Instances without support for service accounts reject it.';
  return (
    <SelectField
      label="Acts as"
      options={[
        { value: 'me', label: 'Me' },
        ...accounts.map(({ id, name }) => ({ value: id, label: `${name} (service account)` })),
      ]}
      value={value === '' ? 'me' : value}
      hint={hint}
      onChange={(chosen) => onChange(chosen === 'me' ? '' : chosen)}
    />
  );
}

function NetworksField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [isTouched, setTouched] = useState(value !== '');
  return (
    <TextArea
      label="Networks"
      rows={2}
      placeholder="203.0.113.0/24"
      hint="The networks that the token works from, up to ten, one on each line. Leave it empty for all."
      value={value}
      error={isTouched ? networksError(value) : undefined}
      onBlur={() => setTouched(true)}
      onChange={onChange}
    />
  );
}
