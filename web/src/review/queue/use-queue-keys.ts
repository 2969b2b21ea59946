import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../ui/keys/use-keys';

/** j and k move the focus down and up the rows of a list; Enter opens one natively. */
export function useQueueKeys(list: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation();
  const move = (step: number) => () => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a.cover') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
    links[next]?.focus();
  };
  const moves = { short: t('compliance.keyMove'), repeats: true };
  useKeys(t('compliance.keys.rows'), [
    { key: 'j', text: t('compliance.keys.nextRow'), act: move(1), ...moves },
    { key: 'k', text: t('compliance.keys.previousRow'), act: move(-1), ...moves },
    { key: 'Enter', text: t('compliance.keys.openRow'), short: t('compliance.keyOpen') },
  ]);
}
