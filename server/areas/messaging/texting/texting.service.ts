// The interface of this area for other areas.
export { filesForText } from './texting.files.ts';
export { writeText } from './texting.send.ts';
