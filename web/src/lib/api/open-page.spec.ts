import { pageAddress } from './open-page';

it.each([
  'https://bank.example/3ds/8f2?id=1#step',
  'http://localhost:3001/3ds/8f2',
  'http://127.0.0.1:3001/3ds/8f2',
  'http://[::1]:3001/3ds/8f2',
])('opens %s (ASVS 1.2.2, 3.7.2)', (address) => {
  expect(pageAddress(address)).toBe(address);
});

it.each([
  'http://bank.example/3ds/8f2',
  'http://localhost.bank.example/',
  'http://127.0.0.1.bank.example/',
  'http://localhost@bank.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '//bank.example',
  '/3ds/8f2',
  '',
])('does not open %j', (address) => {
  expect(() => pageAddress(address)).toThrow();
});
