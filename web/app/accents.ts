// The accents that a user, a company or a variant may have.
import type { MantineColorsTuple } from '@mantine/core';
import type { Theme } from '#contract/me.ts';

/** Even steps of lightness in OKLCH. White on the step in use (7) is at least 5.4:1 in each. */
export const accents: Record<Theme['primary_color'], MantineColorsTuple> = {
  blue: ['#f2f7fe', '#e2eeff', '#c4ddfe', '#9ec7fe', '#75adf8', '#4f93ec', '#2879dc', '#1063c2', '#0c53a3', '#0a4180'],
  teal: ['#f1f8f8', '#e0f1ef', '#c2e2e0', '#9bd0cc', '#6dbbb6', '#3fa49f', '#058d87', '#087671', '#07625f', '#034d4a'],
  green: ['#f2f9f3', '#e2f2e5', '#c6e4cb', '#a1d3aa', '#78be87', '#51a867', '#249149', '#017b37', '#02672d', '#045122'],
  violet: ['#f6f6fe', '#eceafe', '#d9d5ff', '#c3bafe', '#aa9aff', '#937bf3', '#7d5de3', '#6948c8', '#583ca9', '#442e85'],
  orange: ['#fef5f1', '#fde8de', '#fad1bf', '#f4b396', '#e9926a', '#d87241', '#c4530b', '#a64302', '#8c3801', '#6f2a01'],
};
