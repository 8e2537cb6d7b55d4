// Mutants that no test can notice, each with the reason. They do not count in the score. `line` is the line of the source that
// holds the change, `from` and `to` are the change itself. The run names entries that nothing needs.
export const explained = [
  {
    file: 'apps/auth-api/src/auth/authorize.ts',
    line: "const accepted: readonly TokenKind[] = access.who === 'instance' ? ['instance'] : (access.tokens ?? []);",
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'No credential is of the kind that the change adds.',
  },
  {
    file: 'apps/auth-api/src/auth/authorize.ts',
    line: "const openWhile = access.who === 'instance' ? [] : (access.openWhile ?? []);",
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'Only `quarantined` and `suspended` are looked for.',
  },
  {
    file: 'apps/auth-api/src/auth/authorize.ts',
    line: "const needs = access.who === 'instance' ? [] : access.needs;",
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'Only `terms` and `verified` are looked for.',
  },
  {
    file: 'apps/auth-api/src/middleware/csrf.ts',
    line: "if (!ulidPattern.test(req.get(requestIdHeader) ?? '')) throw problem('RequestIdMissing');",
    from: "''",
    to: '"Stryker was here!"',
    reason: 'Neither text is a ULID.',
  },
  {
    file: 'apps/auth-api/src/auth/signing-keys.ts',
    line: "if (key instanceof Uint8Array) throw new Fault('A signing key must be asymmetric.');",
    from: 'key instanceof Uint8Array',
    to: 'false',
    reason: 'The check is for the compiler: a stored key is always of an elliptic curve.',
  },
  {
    file: 'apps/auth-api/src/auth/signing-keys.ts',
    line: "if (key instanceof Uint8Array) throw new Fault('A signing key must be asymmetric.');",
    from: "'A signing key must be asymmetric.'",
    to: '""',
    reason: 'The check is for the compiler: a stored key is always of an elliptic curve.',
  },
  {
    file: 'packages/contract/src/auth-tokens/time-string.rules.ts',
    line: 'const [, amount, unit] = timeString.exec(text.trim()) ?? [];',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'The first element is not read.',
  },
  {
    file: 'packages/contract/src/auth-tokens/time-string.rules.ts',
    line: 'if (!amount || !unit || Number(amount) === 0) return null;',
    from: '!amount || !unit',
    to: '!amount && !unit',
    reason: 'The pattern matches both parts or neither.',
  },
  {
    file: 'packages/contract/src/workspaces/workspaces.rules.ts',
    line: "const envTypeOrder: readonly InstanceEnvType[] = ['SI', 'PRIVATE', 'LOCAL'];",
    from: "'SI'",
    to: '""',
    reason: 'A type that the list lacks has the index -1 and stays first.',
  },
  {
    file: 'packages/contract/src/workspaces/workspaces.rules.ts',
    line: 'const label = workspaceTypes.find((choice) => choice.instanceEnvType === instanceEnvType)?.label(hosted);',
    from: 'workspaceTypes.find((choice) => choice.instanceEnvType === instanceEnvType)?.label',
    to: 'workspaceTypes.find(choice => choice.instanceEnvType === instanceEnvType).label',
    reason: 'The list has every type.',
  },
];
