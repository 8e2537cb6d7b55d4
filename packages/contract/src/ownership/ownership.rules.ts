/** How long an ownership offer can be accepted, in days. */
export const ownershipOfferDays = 7;

/** How long the owner can object to a change of the owner by staff, in hours. */
export const objectionHours = 72;
