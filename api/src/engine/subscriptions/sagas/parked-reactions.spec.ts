import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { ParkedReactions } from './parked-reactions.js';

const place = (position: string) => ({ stream: 'till-a', position });

it('an event that is read again after it was parked waits, and so does every later one of its key', async () => {
  const parked = new ParkedReactions(openInMemoryVault(new InMemoryRecords()), 'printing');
  await parked.park('till-a', place('0005'), 'broken');
  expect(['0004', '0005', '0006'].map((position) => parked.has('till-a', position))).toEqual([
    false,
    true,
    true,
  ]);
  expect(parked.has('till-b', '0006')).toBe(false);
});

it('is parked once, and in another process until it is done there', async () => {
  const vault = openInMemoryVault(new InMemoryRecords());
  const [one, other] = [new ParkedReactions(vault, 'printing'), new ParkedReactions(vault, 'printing')];
  await one.park('till-a', place('0005'), 'broken');
  await one.park('till-a', place('0005'), 'broken');
  await other.park('till-a', place('0006'), 'broken');
  expect(other.size).toBe(2);
  await other.release('till-a', new Set(['0005', '0006']));
  await one.refresh('till-a');
  expect(one.size).toBe(0);
});
