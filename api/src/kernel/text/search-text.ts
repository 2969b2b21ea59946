import { normalText } from './normal-text.js';
import { plainText } from './pasted-text.js';

const APOSTROPHE = /[‘’ʼ`´]/g;
/** Letters that have no plain one as a part, and how people type them. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  þ: 'th',
};
const LETTER = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'g');

/** A phone number or a part of one, as it is shown anywhere. */
const PHONE_PART = /^\+?[\d\s().-]+$/;
const AMOUNT = /^\d+\.\d{0,2}$/;
const PHONE_PART_MIN_DIGITS = 4;

/** What is compared in a search: without case, accents, and what keyboards and pages write differently. */
export function searchText(text: string): string {
  return normalText(plainText(text.replaceAll(APOSTROPHE, "'")), 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => TYPED_AS[letter] ?? letter);
}

/** Whether a handle is a phone number that contains a searched part, however that is grouped. */
export function hasPhonePart(handle: string, searched: string): boolean {
  const digits = searched.replaceAll(/\D/g, '');
  const isPart =
    PHONE_PART.test(searched) && !AMOUNT.test(searched) && digits.length >= PHONE_PART_MIN_DIGITS;
  return isPart && handle.startsWith('+') && handle.includes(digits);
}
