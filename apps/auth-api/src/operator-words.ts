import { connectionFault } from './database/connection-fault.ts';
import { errorType } from './error-type.ts';
import { Fault, tellable } from './fault.ts';

/** What an operator is told of a failure that ends a program: what is wrong and what to do, nothing personal or secret. */
export function operatorWords(error: unknown, databaseSetting = 'DATABASE_URL'): string {
  return (
    ownWords(error) ??
    connectionFault(error, databaseSetting)?.words ??
    tellable(error) ??
    `It failed unexpectedly, with ${errorType(error)}. The developers need that name.`
  );
}

/** Our own words nearest to the cause: what is said above them is for those who only see that it failed. */
function ownWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return ownWords(error.cause) ?? (error instanceof Fault ? error.message : undefined);
}
