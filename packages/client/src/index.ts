export {
  createClient,
  type Client,
  type ClientOptions,
  type CallOptions,
  type CallName,
  type PathRequest,
  type Result,
} from './client.ts';
export { PortalError } from './portal-error.ts';
