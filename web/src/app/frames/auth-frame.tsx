import { lazy, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Brand } from '../../ui/parts/brand';
import { Footer } from './footer';
import { MAIN_ID } from './skip-link';

/** The examples are in their own chunk: the form does not wait for them. */
const PriceExample = lazy(async () => ({ default: (await import('./auth-example')).PriceExample }));
const StepsExample = lazy(async () => ({ default: (await import('./auth-example')).StepsExample }));

/** The frame of the sign-in and sign-up screens: the form on the left, what to expect on the right. */
export function AuthFrame() {
  const Example = useLocation().pathname === '/signup' ? PriceExample : StepsExample;
  return (
    <div className="frame">
      <div className="auth">
        <div className="auth-pane">
          <header className="auth-head">
            <Brand to="/" />
          </header>
          <main className="auth-form" id={MAIN_ID} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <Suspense fallback={<div className="auth-aside" />}>
          <Example />
        </Suspense>
      </div>
      <Footer className="auth-footer" />
    </div>
  );
}
