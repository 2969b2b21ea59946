import { ViewChanges } from './view-changes.js';

const ana = new Set(['ana']);

/** A change that ends when told to. */
function pending(changes: ViewChanges, owners: ReadonlySet<string> | 'everybody' = ana) {
  let end: () => void = () => undefined;
  const written = new Promise<void>((done) => (end = done));
  const done = changes.during('notes', owners, () => written);
  return async () => {
    end();
    await done;
  };
}

describe('what was read of a person’s documents', () => {
  let changes: ViewChanges;
  beforeEach(() => {
    changes = new ViewChanges();
  });

  it('is what they say until one of them changes', async () => {
    const mark = changes.mark;
    await changes.during('notes', new Set(['ben']), () => Promise.resolve());
    await changes.during('other notes', ana, () => Promise.resolve());
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(true);
    await changes.during('notes', ana, () => Promise.resolve());
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(false);
    expect(changes.isUnchanged('notes', 'ana', changes.mark)).toBe(true);
  });

  it('is doubtful when reading began before a change and ended within or after it', async () => {
    const mark = changes.mark;
    const end = pending(changes);
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(false);
    await end();
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(false);
  });

  it('is doubtful when reading began within a change', async () => {
    const end = pending(changes);
    const mark = changes.mark;
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(false);
    expect(changes.isUnchanged('notes', 'ben', mark)).toBe(true);
    await end();
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(false);
  });

  it('is doubtful for everybody when it is not known whose documents change', async () => {
    const mark = changes.mark;
    const end = pending(changes, 'everybody');
    expect(changes.isUnchanged('notes', 'ben', mark)).toBe(false);
    await end();
    expect(changes.isUnchanged('notes', 'ben', mark)).toBe(false);
    expect(changes.isUnchanged('notes', 'ben', changes.mark)).toBe(true);
  });

  it('is doubtful after a change that failed, since nobody can tell how far it came', async () => {
    const mark = changes.mark;
    const failed = changes.during('notes', ana, () => Promise.reject(new Error('disk')));
    await expect(failed).rejects.toThrow('disk');
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(false);
  });

  it('is doubtful once more people changed theirs than are remembered', async () => {
    const mark = changes.mark;
    await changes.during('notes', ana, () => Promise.resolve());
    const crowd = new Set(Array.from({ length: 10_000 }, (_, number) => `person ${number}`));
    await changes.during('notes', crowd, () => Promise.resolve());
    expect(changes.isUnchanged('notes', 'ana', mark)).toBe(false);
    expect(changes.isUnchanged('notes', 'ana', changes.mark)).toBe(true);
  });

  it('is heard of before anything is written', async () => {
    const heard: unknown[] = [];
    changes.listen((view, owners) => heard.push([view, owners]));
    await changes.during('notes', ana, () => Promise.resolve(heard.push('written')));
    expect(heard).toEqual([['notes', ana], 'written']);
  });
});
