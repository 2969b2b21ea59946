import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** What stands alone, in the middle of its place. */
export const Alone = Stack.withProps({
  flex: 1,
  align: 'center',
  justify: 'center',
  gap: 'md',
  mih: 320,
  px: 'md',
  py: 'xl',
  c: 'dimmed',
  ta: 'center',
});

/** 'Loading...' in the middle of its place; `text` where the specification names another. */
export function Loading({ text }: { readonly text?: string }) {
  const { t } = useTranslation();
  return (
    <Alone role="status">
      <p>{text ?? t('common.loading')}</p>
    </Alone>
  );
}
