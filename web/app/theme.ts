// White label as data: accent, text size and colours of the signed-in user's theme, in Mantine's terms.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import type { Theme } from '#contract/users.ts';

/** Even steps of lightness in OKLCH. White on the step in use (7) is at least 5.4:1 in each. */
export const accents: Record<Theme['primary_color'], MantineColorsTuple> = {
  blue: ['#f2f7fe', '#e2eeff', '#c4ddfe', '#9ec7fe', '#75adf8', '#4f93ec', '#2879dc', '#1063c2', '#0c53a3', '#0a4180'],
  teal: ['#f1f8f8', '#e0f1ef', '#c2e2e0', '#9bd0cc', '#6dbbb6', '#3fa49f', '#058d87', '#087671', '#07625f', '#034d4a'],
  green: ['#f2f9f3', '#e2f2e5', '#c6e4cb', '#a1d3aa', '#78be87', '#51a867', '#249149', '#017b37', '#02672d', '#045122'],
  violet: ['#f6f6fe', '#eceafe', '#d9d5ff', '#c3bafe', '#aa9aff', '#937bf3', '#7d5de3', '#6948c8', '#583ca9', '#442e85'],
  orange: ['#fef5f1', '#fde8de', '#fad1bf', '#f4b396', '#e9926a', '#d87241', '#c4530b', '#a64302', '#8c3801', '#6f2a01'],
};

/** Everything is measured in rem: the root's size is the user's. */
export const rootSize: Record<Theme['font_size'], string> = { small: '93.75%', medium: '100%', large: '112.5%' };

const size = 'sm';
const sized = { defaultProps: { size } };

export const mantineTheme = (accent: Theme['primary_color']): MantineThemeOverride =>
  createTheme({
    primaryColor: 'accent',
    primaryShade: 7,
    colors: { accent: accents[accent] },
    fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    headings: {
      fontWeight: '600',
      sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '0.9375rem' } },
    },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      Anchor: sized,
      Autocomplete: sized,
      Button: sized,
      Checkbox: { defaultProps: { size: 'xs' } },
      Chip: sized,
      DateInput: sized,
      InputWrapper: sized,
      Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
      Modal: { defaultProps: { centered: false, yOffset: '10vh', overlayProps: { backgroundOpacity: 0.35 } } },
      MultiSelect: sized,
      NumberInput: sized,
      PasswordInput: sized,
      Popover: { defaultProps: { shadow: 'md' } },
      Radio: sized,
      Select: sized,
      SegmentedControl: sized,
      Switch: sized,
      Table: { defaultProps: { fz: size } },
      Tabs: { defaultProps: { fz: size } },
      TagsInput: sized,
      Text: sized,
      Textarea: sized,
      TextInput: sized,
      Tooltip: { defaultProps: { openDelay: 400, fz: 'xs' } },
    },
  });

/** Quieter greys than Mantine's, each at least 4.5:1 on every surface. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1c2126',
    '--mantine-color-dimmed': '#5c6670',
    '--mantine-color-placeholder': '#69737d',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-default-border': '#d8dce0',
    '--mantine-color-error': '#c22525',
  },
  dark: {
    '--mantine-color-text': '#e6e9ec',
    '--mantine-color-dimmed': '#9aa4ae',
    '--mantine-color-placeholder': '#8e98a2',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-default': '#1e2125',
    '--mantine-color-default-hover': '#262a2f',
    '--mantine-color-default-border': '#3a4047',
    '--mantine-color-anchor': 'var(--mantine-color-accent-4)',
    '--mantine-color-error': '#ff8787',
  },
});
