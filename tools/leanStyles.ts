// Mantine's style sheet without components that we do not use: a third of it, which a browser would load before the first
// page. To use one of them, remove its name here; tests/webApp.test.ts tells.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const unused = [
  ...['ActionBar', 'AngleSlider', 'AppShell', 'BackgroundImage', 'Blockquote', 'Burger', 'Cascader', 'EmptyState'],
  ...['FloatingWindow', 'Marquee', 'Menubar', 'NavLink', 'OverflowList', 'Rating', 'RingProgress', 'RollingNumber'],
  ...['Scroller', 'SemiCircleProgress', 'Slider', 'Splitter', 'Spoiler', 'Stepper', 'TableOfContents', 'Timeline', 'Toggle'],
  ...['Toolbar', 'Tour', 'Tree', 'TreeSelect', 'Typography'],
];

/** The styles of each, as they stand in the whole sheet. */
export const unusedStyles = unused.map((name) => ({
  name,
  css: readFileSync(fileURLToPath(import.meta.resolve(`@mantine/core/styles/${name}.css`)), 'utf8').trim(),
}));

export const leanStyles = (): Plugin => ({
  name: 'lean-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/@mantine/core/styles.css')) return null;
    return { code: unusedStyles.reduce((sheet, { css }) => sheet.replace(css, ''), code), map: null };
  },
});
