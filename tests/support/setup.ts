// Vitest runs this before each test file, while the modules that it imports are loaded once a worker.
import { afterAll } from 'vitest';
import { closeAll } from './atTheEnd.ts';

afterAll(closeAll);
