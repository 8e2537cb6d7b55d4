export const nodeEnvironments = ['development', 'test', 'production'] as const;

/**
 * Whether a program runs in production, before or without parsing all settings. An unset, empty or unknown `NODE_ENV` means production,
 * so that no check is off by accident.
 */
export const isProduction = ({ NODE_ENV = '' }: Readonly<Record<string, string | undefined>>): boolean =>
  !['development', 'test'].includes(NODE_ENV.trim());
