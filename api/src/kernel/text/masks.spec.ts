import { maskHandle } from './masks.js';

it.each([
  ['zoe@example.com', 'z••••@••••.com'],
  ['z@mail.example.co', 'z••••@••••.co'],
  ['+13365550147', '+1 ••• ••• ••47'],
  ['$maria', '$m••••'],
  ['@maria-ruiz', '@m••••'],
  ['[erased]', '[erased]'],
])('%s is shown as %s', (handle, masked) => {
  expect(maskHandle(handle)).toBe(masked);
});
