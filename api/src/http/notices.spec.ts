import type { LostDecisions } from '../engine/safety/lost-decisions.js';
import type { SafetyCopier } from '../engine/safety/safety-copier.js';
import { Notices } from './notices.js';

it('what cannot be read, or not in time, has nothing to say, and does not hold up the others', async () => {
  const lost = { notice: () => Promise.reject(new Error('away')) } as unknown as LostDecisions;
  const notices = new Notices({ notice: () => 'the file' } as unknown as SafetyCopier, lost);
  notices.add(() => new Promise(() => undefined));
  notices.add(() => Promise.resolve('a charge'));
  expect(await notices.current()).toEqual(['the file', 'a charge']);
});
