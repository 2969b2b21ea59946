import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import { ButtonLink } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import type { CardProblem } from './use-card-problem';

/** Why a card is not taken, in its place. */
export function CardRefusal({ problem }: { readonly problem: CardProblem | null }) {
  const { t } = useTranslation();
  if (problem === null) return null;
  const { title, text, wantsVerification = false } = problem;
  return (
    <Notice tone="danger" icon="alert" role="alert" title={title}>
      {text}
      {wantsVerification && (
        <Group gap="xs" mt="sm">
          <ButtonLink size="sm" to="/verification">
            {t('quick.getVerified')}
          </ButtonLink>
        </Group>
      )}
    </Notice>
  );
}
