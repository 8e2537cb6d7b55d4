/** Holds an answer back until the test lets it through, however slow the machine is. */
export function aGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gate = {
    /** How many requests have come to it. */
    came: 0,
    open: () => open(),
    wait: () => {
      gate.came += 1;
      return opened;
    },
  };
  return gate;
}
