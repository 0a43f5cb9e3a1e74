// What other areas may use of this one.
export { filesForText } from './texting.files.ts';
export { writeText } from './texting.send.ts';
