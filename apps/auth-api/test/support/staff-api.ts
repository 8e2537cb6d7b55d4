import { startApi, type TestApi } from './api.ts';
import { makeStaff, type Staff } from './builders.ts';

export interface StaffApi extends TestApi {
  readonly staff: Staff;
}

/** Starts the API with a staff user who is logged in. */
export async function startStaffApi(
  environment: Record<string, string> = {},
  overrides: Parameters<typeof makeStaff>[1] = {},
): Promise<StaffApi> {
  const api = await startApi(environment);
  return { ...api, staff: await makeStaff(api, overrides) };
}
