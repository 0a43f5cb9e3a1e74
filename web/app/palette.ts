// Opening the command palette without loading it.
import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();
export const openPalette = palette.open;
export const closePalette = palette.close;

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const modKey = isMac ? '⌘' : 'Ctrl';
