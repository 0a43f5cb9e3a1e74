// White label as data: accent, text size and colours of the signed-in user's theme, in Mantine's terms.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import type { Theme } from '#contract/me.ts';
import { accents } from './accents.ts';

/** Surfaces, lines and texts of the dark screens, from text to ground (Mantine's meaning of each step). */
const dark: MantineColorsTuple = [
  '#e6e9ec',
  '#c3c9cf',
  '#9aa4ae',
  '#8e98a2',
  '#3a4047',
  '#2c3035',
  '#1e2125',
  '#17191c',
  '#121416',
  '#0d0e10',
];

/** Everything is measured in rem: the root's size is the user's. */
export const rootSize: Record<Theme['font_size'], string> = { small: '93.75%', medium: '100%', large: '112.5%' };

const size = 'sm';
/** A small box beside a text of the usual size. */
const tick = {
  defaultProps: { size: 'xs' },
  styles: { label: { fontSize: 'var(--mantine-font-size-sm)' }, description: { fontSize: 'var(--mantine-font-size-xs)' } },
};
/** Background of dialogs: in dark mode it is lighter than the page (base.css). */
const raised = 'var(--surface-raised)';
const sized = { defaultProps: { size } };
/** Typing filters the options: Enter takes the first. */
const firstActive = { defaultProps: { size, selectFirstOptionOnChange: true } };

export const mantineTheme = (accent: Theme['primary_color']): MantineThemeOverride =>
  createTheme({
    primaryColor: 'accent',
    primaryShade: 7,
    colors: { accent: accents[accent], dark },
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
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
      Checkbox: tick,
      Chip: sized,
      DateInput: sized,
      Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
      InputWrapper: { defaultProps: { size }, styles: { label: { marginBottom: '0.2rem', fontWeight: 500 } } },
      // Focus goes to the first item, not to a placeholder that is no menu item.
      Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false, menuItemTabIndex: 0 } },
      Modal: {
        // The frame never scrolls: to lock it would only have the browser look at every style anew, as a dialog opens and as it closes.
        defaultProps: {
          lockScroll: false,
          yOffset: '10vh',
          overlayProps: { backgroundOpacity: 0.35 },
          closeButtonProps: { 'aria-label': 'Close' },
        },
        styles: {
          content: { background: raised },
          header: { background: raised },
          title: { minWidth: 0, fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' },
        },
      },
      MultiSelect: firstActive,
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
      NumberInput: sized,
      // The eye is a button as any other: by keyboard too, and by its name.
      PasswordInput: {
        defaultProps: {
          size,
          visibilityToggleButtonProps: { 'aria-label': 'Show the password', 'aria-hidden': false, tabIndex: 0 },
        },
      },
      // A landmark of its own (index.html), so that what pops up is not outside of every one.
      Portal: { defaultProps: { target: '#popups' } },
      Popover: { defaultProps: { shadow: 'md' } },
      Radio: tick,
      Select: firstActive,
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
    '--mantine-color-anchor': 'var(--mantine-color-accent-7)',
    '--mantine-color-error': '#c22525',
  },
  dark: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-anchor': 'var(--mantine-color-accent-4)',
    '--mantine-color-error': '#ff8787',
  },
});
