import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Guard } from '../../web/src/app/guard';
import { withTexts } from '../../web/src/app/texts/i18n';
import type { Namespace } from '../../web/src/app/texts/namespaces';
import { Root } from '../../web/src/app/root';
import { routes } from '../../web/src/app/router';
import { screen } from '../../web/src/app/screen-route';
import { createScreenRouter } from '../../web/src/lib/screen-router';

/** One component of a screen. */
export interface Part {
  readonly part: ReactElement;
  /** The files of its texts. */
  readonly texts: readonly Namespace[];
  readonly query?: string;
}

/** Every screen without its frame, right below what all signed-in screens share. */
export function createScreensRouter(...parts: readonly RouteObject[]) {
  const children = [...parts, ...routes.flatMap(screensOf)];
  return createScreenRouter([{ element: <Root />, children: [{ element: <Guard />, children }] }]);
}

/** As `createScreensRouter`, with the component at /part. */
export function createPartRouter({ part, texts }: Part) {
  const load = withTexts(texts, () => Promise.resolve(() => part));
  return createScreensRouter(screen('/part', load));
}

function screensOf(route: RouteObject): RouteObject[] {
  return route.children?.flatMap(screensOf) ?? (route.handle ? [route] : []);
}
