import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { Footer } from './footer';
import { MAIN_ID } from './skip-link';

/** A screen with one task: its bar has no links but the given ones. */
export function FocusedPage({ bar }: { readonly bar: ReactNode }) {
  return (
    <div className="frame">
      <header className="focused-bar">
        <div>{bar}</div>
      </header>
      <main className="focused-page" id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer className="focused-footer" />
    </div>
  );
}
