// Numbers that a company texts and calls from. A number is ten digits.
export {
  findNumber,
  findNumbers,
  foreseeNumber,
  type HeldNumber,
  numberFor,
  numbersFor,
  numbersInTurn,
  rememberNumber,
} from './phoneNumbers.choose.ts';
export { textHook } from './phoneNumbers.names.ts';
