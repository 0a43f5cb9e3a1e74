// Rules for new passwords besides length: refuses common ones, names of the person and their company, and the current one
// (NIST SP 800-63B). No score, no required kinds of characters.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { passwordLength } from '#contract/passwords.ts';
import { variantDefinitions } from '#contract/variants.ts';
import { wrong } from '#kernel/errors.ts';
import type { PasswordOwner } from './passwords.queries.ts';
import { verifyPassword } from './passwords.service.ts';

export async function mustBeGood(owner: PasswordOwner, password: string): Promise<void> {
  const fault = await faultOf(owner, password);
  if (fault) throw wrong('password', fault);
}

async function faultOf(owner: PasswordOwner, password: string): Promise<string | null> {
  if (isCommon(password)) return 'This password is too common. Choose another';
  if (isMadeOfNames(password, owner)) return 'This is mostly your name, your e-mail or your company’s name. Choose another';
  if (await verifyPassword(owner.password_hash, password)) return 'This is your current password. Choose another';
  return null;
}

/** Also with a few digits or signs at the end, and one or two characters repeated. */
export function isCommon(password: string): boolean {
  const plain = fold(password);
  const word = plain.replace(/[^\p{L}]{1,4}$/u, '');
  return common().has(plain) || common().has(word) || new Set(plain).size < 3;
}

/** Whether too little is left without the names. */
export function isMadeOfNames(password: string, { email, first_name, last_name, company }: PasswordOwner): boolean {
  const local = email.slice(0, email.lastIndexOf('@'));
  const products = Object.values(variantDefinitions).map(({ product }) => product);
  const names = [email, local, ...[first_name, last_name, company, local, ...products].flatMap(wordsOf), company, ...products]
    .map(bare)
    .filter((name) => name.length >= 3)
    .toSorted((one, other) => other.length - one.length);
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), bare(password));
  return rest.length < Math.min(bare(password).length, passwordLength.min / 2);
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const bare = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u);

/** Shorter entries can never match, even with four extra characters. */
const shortest = passwordLength.min - 4;
let words: Set<string> | undefined;

/** Read at the first password change. Not imported: the module cache would keep all of it. */
function common(): Set<string> {
  words ??= new Set((JSON.parse(readFileSync(list, 'utf8')) as string[]).filter(({ length }) => length >= shortest));
  return words;
}
const list = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
