import type { Field } from './hostile-request.js';
import { notText, unseen } from './hostile-texts.js';

const text = (value: string) => JSON.stringify(value);

export const ofText = (valid: string, hostile: readonly string[]): Field => ({
  valid: text(valid),
  hostile: [...notText, ...hostile.map(text)],
});

export const long = (length: number) => 'x'.repeat(length);
export const code = ofText('123456', [
  '',
  '12345',
  '1234567',
  '12 345',
  '１２３４５６',
  '-12345',
  '12345\n',
  long(6),
]);
export const recoveryCode = ofText('AAAA-BBBB-CCCC', [
  '',
  'AAAA',
  'é'.repeat(12),
  'A'.repeat(25),
  'AAAA\nBBBB\nCCCC',
]);
export const name = ofText('Maya', ['', '   ', long(81), 'é'.repeat(81), '𝒳'.repeat(81), ...unseen]);
export const fullName = ofText('Maya Okafor', ['', '   ', long(162), '𝒳'.repeat(162), ...unseen]);
export const email = ofText('maya@people.example', [
  ...['', 'maya', '@people.example', 'maya@', 'maya@people', 'maya@@people.example', 'maya people@x.example'],
  ...[`${long(65)}@people.example`, `maya@${long(250)}.example`, 'maya@people.example,b@people.example'],
  ...unseen.map((odd) => `${odd}@people.example`),
  ...unseen.map((odd) => `maya@${odd}.example`),
]);
export const newPassword = ofText('violet-harbor-lantern-42', ['', '1234567', long(129), '𝒳'.repeat(7)]);
export const password = ofText('violet-harbor-lantern-42', ['', long(129)]);
export const token = ofText(long(43), [
  '',
  long(42),
  long(44),
  ...unseen,
  '../secrets',
  `${long(42)}\n`,
  '٢'.repeat(43),
]);
