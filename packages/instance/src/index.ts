export { createInstance, type Instance, type InstanceOptions } from './instance.ts';
export type { LoginPages } from './auth-connect.ts';
export type { Admission, InstanceUser, InstanceWorkspace, Role } from './admission.ts';
export { bearerResponse, type ApiToken, type BearerOptions, type BearerResult } from './bearer.ts';
export { ConnectError, type ConnectErrorType } from './connect-error.ts';
export type { RequestLike } from './cookies.ts';
export { MemorySessionStore, type EndReason, type Session, type SessionStore } from './sessions.ts';
