/** Says why the button of a form with errors is disabled. */
export const invalidFormNote = 'Correct the marked fields.';
