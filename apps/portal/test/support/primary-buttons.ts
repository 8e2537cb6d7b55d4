import { screen } from '@testing-library/react';

/** The buttons with the colour of the main action. */
export const primaryButtons = () =>
  screen.getAllByRole('button').filter(({ classList }) => classList.contains('bg-action-solid'));
