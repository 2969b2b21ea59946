import { createElement, type ComponentType } from 'react';
import type { NonIndexRouteObject } from 'react-router-dom';
import { screenCode, type ScreenCode } from '../lib/screen-router';
import { ScreenBoundary } from './frames/screen-boundary';

type Load = () => Promise<ComponentType>;

/** A screen in its own chunk. When the chunk or its texts do not load or the screen throws, its frame stays and reports it. */
export function screen(path: string, load: Load): NonIndexRouteObject {
  return { path, ...frame(load) };
}

/** A frame that comes with the code of its screens. */
export function frame(load: Load): Pick<NonIndexRouteObject, 'handle' | 'element'> {
  const code = screenCode(load);
  const element = (
    <ScreenBoundary>
      <Loaded code={code} />
    </ScreenBoundary>
  );
  return { handle: code, element };
}

function Loaded({ code }: { readonly code: ScreenCode }) {
  return createElement(code.component());
}
