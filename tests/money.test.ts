// Formats of money and of cards.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardBrand, isDecimalMoney, isMonthDay } from '#contract/kit/formats.ts';
import { centsOf, money, moneyOf, moneyText } from '#contract/kit/money.ts';

test('an amount survives its way over the wire, also below a cent', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (units) => moneyOf(moneyText(money(units))) === units));
  expect(['0.015', '12', '12.5', '0.0001'].map((text) => moneyText(moneyOf(text)))).toEqual([
    '0.015',
    '12.00',
    '12.50',
    '0.0001',
  ]);
  expect(moneyText(money(-15_050))).toBe('-1.505');
});

test('money is whole, and only whole cents are charged', () => {
  expect(() => money(0.5)).toThrow(RangeError);
  expect(() => centsOf(money(150))).toThrow(RangeError);
  expect(centsOf(money(150_000))).toBe(1500);
});

test('amounts as people type them', () => {
  expect(['12', '12.5', '12.50', '0.01'].every(isDecimalMoney)).toBe(true);
  expect(['', '.5', '12.', '1,000', '12.505', '-1', '1e3', ' 1'].some(isDecimalMoney)).toBe(false);
});

test('brands of cards', () => {
  expect(cardBrand('4242 4242 4242 4242')).toBe('visa');
  expect(cardBrand('5555-5555-5555-4444')).toBe('mastercard');
  expect(cardBrand('2223003122003222')).toBe('mastercard');
  expect(cardBrand('378282246310005')).toBe('amex');
  expect(cardBrand('6011111111111117')).toBe('discover');
  expect(cardBrand('1234567890123456')).toBeNull();
});

test('days against their month', () => {
  expect(['01/31', '02/29', '12/31', '04/30'].every(isMonthDay)).toBe(true);
  expect(['02/30', '04/31', '13/01', '00/10', '1/1', '01/00', ''].some(isMonthDay)).toBe(false);
});
