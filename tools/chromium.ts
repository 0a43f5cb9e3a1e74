// Finds a Chromium for the browser journeys: the configured one, an installed one, or, as root on Debian, the
// distribution's. The headless shell comes first: a page takes a third less processor time in it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const browsers = ['chromium-headless-shell', 'chromium']; // the first that the distribution has
const fonts = ['fonts-liberation', 'fonts-noto-color-emoji', 'fonts-inter'];

/** The path of an executable. Throws with instructions if there is none. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a program that can be run.`);
  }
  const found = installed() ?? (installWithApt() ? installed() : undefined);
  if (found) return found;
  throw new Error(
    'The browser journeys need a Chromium. Install Chromium, Google Chrome or Microsoft Edge, or run "npx playwright install chromium", ' +
      'or set CHROMIUM_PATH to one.',
  );
}

const installed = () => candidates().find(isExecutable);

function candidates(): string[] {
  const { env } = process;
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `Applications/${name}.app/Contents/MacOS/${name}`);
    return [playwrightsOwn(), ...apps.flatMap((app) => [join('/', app), join(homedir(), app)]), ...onPath];
  }
  if (process.platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((folder) => folder !== undefined);
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return [playwrightsOwn(), ...folders.flatMap((folder) => programs.map((program) => join(folder, program)))];
  }
  return [playwrightsOwn(), ...onPath, '/snap/bin/chromium'];
}

/** The path to which `npx playwright install chromium` installs it; on some platforms Playwright has no such path. */
function playwrightsOwn(): string {
  try {
    return chromium.executablePath();
  } catch {
    return '';
  }
}

function installWithApt(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log('Installing a Chromium for the browser journeys.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  return apt('update') && browsers.some((browser) => apt('install', '-y', '--no-install-recommends', browser, ...fonts));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}
