// Opening the command palette and the help without loading them.
import { createSpotlight, useSpotlight } from '@mantine/spotlight';
import { createStore } from './store.ts';

export const [paletteStore, palette] = createSpotlight();
export const openPalette = palette.open;
export const usePaletteOpened = () => useSpotlight(paletteStore).opened;

export const help = createStore(false);
export const openHelp = () => help.set(true);

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const modKey = isMac ? '⌘' : 'Ctrl';
