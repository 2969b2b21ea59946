import { act, screen, within } from '@testing-library/react';
import { renderApp } from '../../../../test/web/rendered-app';

type Notify = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

const watched: { readonly notify: Notify; readonly rootMargin: string | undefined }[] = [];

beforeEach(() => {
  watched.length = 0;
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(notify: Notify, options?: { rootMargin?: string }) {
        watched.push({ notify, rootMargin: options?.rootMargin });
      }
      observe() {
        return;
      }
      disconnect() {
        return;
      }
    },
  });
});

/** Waits until the page above it has rendered, too. */
async function footer(): Promise<HTMLElement> {
  const found = await screen.findByRole('contentinfo');
  await screen.findByRole('heading', { level: 1 });
  return found;
}

function scroll(near: boolean): void {
  act(() => {
    watched.at(-1)?.notify([{ isIntersecting: near }]);
  });
}

describe('the footer', () => {
  it('appears within 300 px of the bottom and hides above it', async () => {
    renderApp('/terms');
    const element = await footer();
    expect(watched.at(-1)?.rootMargin).toBe('0px 0px 300px 0px');
    expect(element).not.toHaveClass('footer-near');
    scroll(true);
    expect(element).toHaveClass('footer-near');
    scroll(false);
    expect(element).not.toHaveClass('footer-near');
  });

  it('can be reached by keyboard at every scroll position', async () => {
    renderApp('/terms');
    const inFooter = within(await footer());
    const toggle = inFooter.getByRole('button', { name: 'Español' });
    toggle.focus();
    expect(toggle).toHaveFocus();
    expect(toggle).toHaveAttribute('lang', 'es');
  });

  it('shows the contact, the address and both languages', async () => {
    renderApp('/terms');
    const inFooter = within(await footer());
    expect(inFooter.getByRole('link', { name: 'help@flip.example' })).toHaveAttribute(
      'href',
      'mailto:help@flip.example',
    );
    expect(inFooter.getByRole('link', { name: '(336) 555-0142' })).toHaveAttribute('href', 'tel:3365550142');
    expect(inFooter.getByText('Winston-Salem NC')).toBeInTheDocument();
    expect(inFooter.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
  });
});
