import './ui/style/fallback-typeface.css';
import './ui/style/tokens.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/Flex.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/ThemeIcon.layer.css';
import './ui/style/base.css';
import './ui/forms/controls.css';
import './ui/style/blocks.css';
import './app/frames/frame.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { createAppRouter } from './app/router';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App router={createAppRouter()} prerendered={pageIn(root)} />
  </StrictMode>,
);

/** A copy of the page that the document came with, because React empties the root; null without one. */
function pageIn({ childNodes }: HTMLElement): Node | null {
  if (childNodes.length === 0) return null;
  const page = document.createDocumentFragment();
  page.append(...[...childNodes].map((node) => node.cloneNode(true)));
  return page;
}
