import { runEmulator } from '../emulator/run.ts';
import { readSettings } from '../emulator/settings.ts';
import { startStripe } from './stripe.ts';
import { Environment } from './settings.ts';

await runEmulator('Stripe', () => startStripe(readSettings(Environment, process.env)));
