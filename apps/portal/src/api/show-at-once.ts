interface Started<Patch> {
  readonly dispatch: (patch: Patch) => unknown;
  readonly queryFulfilled: Promise<unknown>;
}

/**
 * Shows a change before the API has confirmed it, and gives the fields their earlier values back if it fails.
 * `patch` looks for the thing anew each time: meanwhile the list may have changed, so that its old place is another's; or
 * it was read as it was before, so that the change is shown again once it is confirmed.
 * The caller shows the failure, and lets nobody change the same thing again before the answer is there.
 */
export function showAtOnce<Item extends object, Patch>(
  patch: (change: (item: Item) => void) => Patch,
  fields: Partial<Item>,
  { dispatch, queryFulfilled }: Started<Patch>,
): void {
  let earlier: Item | undefined;
  dispatch(
    patch((item) => {
      earlier = { ...item };
      Object.assign(item, fields);
    }),
  );
  void queryFulfilled.then(
    () => dispatch(patch((item) => void Object.assign(item, fields))),
    () =>
      dispatch(
        patch((item) => {
          if (earlier) for (const key in fields) item[key] = earlier[key];
        }),
      ),
  );
}
