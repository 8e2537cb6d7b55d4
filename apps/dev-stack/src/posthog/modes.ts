import type { Fault } from '../emulator/faults.ts';

type Faults = Partial<Record<'capture' | 'flags', Fault>>;

/** What the page can switch PostHog to. */
export interface ServiceFaults {
  current(): Faults;
  change(faults: Faults): void;
}

const everywhere = (fault: Fault): Faults => ({ capture: fault, flags: fault });

/** How PostHog responds, by the labels of the page. A client gives up a request much earlier than 30 seconds. */
export const modes: readonly { readonly label: string; readonly mode: Faults }[] = [
  { label: 'Works', mode: {} },
  { label: 'Slow: responds after 2 seconds', mode: everywhere({ delayMs: 2_000 }) },
  { label: 'Very slow: responds after 30 seconds', mode: everywhere({ delayMs: 30_000 }) },
  { label: 'Rejects the API keys (401)', mode: everywhere({ status: 401 }) },
  { label: 'Has an outage (503)', mode: everywhere({ status: 503 }) },
];
