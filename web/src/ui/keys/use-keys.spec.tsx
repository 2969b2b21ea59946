import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useKeys, useKeysAreOn, useKeyTables, type Key } from './use-keys';

const pressed: string[] = [];
const key = (name: string, more: Partial<Key> = {}): Key => ({
  key: name,
  text: `does ${name}`,
  act: () => pressed.push(name),
  ...more,
});

function Part({ keys, title = 'Part' }: { readonly keys: readonly Key[]; readonly title?: string }) {
  useKeys(title, keys);
  return null;
}

function List() {
  const { isOn, turn } = useKeysAreOn();
  return (
    <>
      <output>
        {useKeyTables()
          .map(({ title, keys }) => `${title}: ${keys.map(({ text }) => text).join(', ')}`)
          .join('; ')}
      </output>
      <button
        onClick={() => {
          turn(!isOn);
        }}
      >
        turn
      </button>
      <input aria-label="text" />
      <input type="radio" aria-label="radio" />
      <a href="#there">link</a>
    </>
  );
}

const page = (...keys: readonly Key[]) => (
  <>
    <Part keys={keys} />
    <Part title="Else" keys={[key('e')]} />
    <Part keys={[key('z')]} />
    <List />
  </>
);

beforeEach(() => {
  pressed.length = 0;
});

it('lists what it handles, parts of the same title as one, as long as they are on the page', () => {
  const { rerender } = render(page(key('a')));
  expect(screen.getByRole('status')).toHaveTextContent('Part: does a, does z; Else: does e');
  rerender(page(key('b')));
  expect(screen.getByRole('status')).toHaveTextContent('Part: does b, does z; Else: does e');
  for (const name of ['a', 'b', 'e', 'z']) fireEvent.keyDown(document.body, { key: name });
  expect(pressed).toEqual(['b', 'e', 'z']);
  rerender(<List />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(pressed).toHaveLength(3);
});

describe('a key', () => {
  it.each<readonly [string, 'body' | 'text' | 'radio' | 'link', KeyboardEventInit, Partial<Key>, boolean]>([
    ['acts alone', 'body', { key: 'a' }, {}, true],
    ['acts with Shift, where a keyboard has it', 'body', { key: 'a', shiftKey: true }, {}, true],
    ['leaves Ctrl to the browser', 'body', { key: 'a', ctrlKey: true }, {}, false],
    ['leaves Alt to the browser', 'body', { key: 'a', altKey: true }, {}, false],
    ['leaves Meta to the system', 'body', { key: 'a', metaKey: true }, {}, false],
    ['only types in a field', 'text', { key: 'a' }, {}, false],
    ['acts in a field where it is meant to', 'text', { key: 'a' }, { whileTyping: true }, true],
    ['acts on a choice, where nothing is typed', 'radio', { key: 'a' }, {}, true],
    ['acts on a link', 'link', { key: 'a' }, {}, true],
    ['leaves Enter to a link', 'link', { key: 'Enter' }, { key: 'Enter' }, false],
    ['acts once while it is held', 'body', { key: 'a', repeat: true }, {}, false],
    ['moves on while it is held', 'body', { key: 'a', repeat: true }, { repeats: true }, true],
  ])('%s', (_what, where, press, more, acts) => {
    render(page(key('a', more)));
    const targets = {
      body: document.body,
      text: screen.getByRole('textbox'),
      radio: screen.getByRole('radio'),
      link: screen.getByRole('link'),
    };
    const isFree = fireEvent.keyDown(targets[where], press);
    expect(pressed).toHaveLength(acts ? 1 : 0);
    // What acts is not typed as well.
    expect(isFree).toBe(!acts);
  });

  it('does nothing behind a dialog, and nothing where keys are turned off', async () => {
    const user = userEvent.setup();
    render(page(key('a')));
    render(<div role="dialog" aria-modal="true" />);
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(pressed).toEqual([]);
    cleanup();
    render(page(key('a')));
    await user.click(screen.getByRole('button', { name: 'turn' }));
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(pressed).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'turn' }));
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(pressed).toEqual(['a']);
  });

  it('that the browser handles itself is listed alone', () => {
    const { act: _none, ...listed } = key('Enter');
    render(page(listed, key('Enter')));
    fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(pressed).toEqual(['Enter']);
  });
});
