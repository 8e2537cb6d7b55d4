import { run } from '../stand-in/run.ts';
import { readSettings } from '../stand-in/settings.ts';
import { startStripe } from './stripe.ts';
import { Environment } from './settings.ts';

await run('Stripe', () => startStripe(readSettings(Environment, process.env)));
