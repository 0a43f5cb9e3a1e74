// The screens of this area. They are fetched by way of this file, so that the entry names one file for them.
import { later } from '#ui/later.ts';

export const SandboxMailPage = later(() => import('./SandboxMailPage.tsx').then((module) => module.SandboxMailPage));
export const SandboxPhonePage = later(() => import('./SandboxPhonePage.tsx').then((module) => module.SandboxPhonePage));
