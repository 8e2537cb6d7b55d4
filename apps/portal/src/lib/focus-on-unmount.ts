import { focusFallback, focusTargetNear } from '@portal/ui';

/**
 * Makes a ref for a list item: if the item is removed with the focus in it, the focus moves to `toTarget` of an item next
 * to it, else to the heading of the section.
 */
export const focusNearOnUnmount =
  (toTarget: (other: HTMLElement) => HTMLElement | null) => (item: HTMLElement | null) => () => {
    if (item?.contains(document.activeElement)) focusFallback(focusTargetNear(item, toTarget));
  };

/** A ref for an element of a section: if it is removed with the focus in it, the focus moves to the section's heading. */
export const focusSectionOnUnmount = focusNearOnUnmount(() => null);
