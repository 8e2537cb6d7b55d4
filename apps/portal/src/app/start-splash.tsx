import { Splash } from '@portal/ui';

/** Shown while the code of the first page is on its way. */
export const StartSplash = () => <Splash label="Loading..." value={60} />;
