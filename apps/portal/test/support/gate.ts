/** Holds responses back until the test opens it, independent of timing. */
export function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gate = {
    /** The number of requests that wait or have passed. */
    arrivals: 0,
    open: () => open(),
    wait: () => {
      gate.arrivals += 1;
      return opened;
    },
  };
  return gate;
}
