import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isUnderWay, type VerificationOverview } from '@kernel/people/verification';
import { Notice } from '../../ui/feedback/notice';

interface NameCheckProps {
  readonly overview: Pick<VerificationOverview, 'items' | 'nameStep'>;
}

/** Below the name: the check of a new one, or that it has not changed; nothing without such a check. */
export function NameCheck({ overview: { items, nameStep } }: NameCheckProps) {
  const { t } = useTranslation();
  const [newest] = items;
  if (!newest || newest.decides) return null;
  const name = newest.fullName;
  return (
    <Box px="var(--pad)" pb="md">
      {isUnderWay(newest.status) ? (
        <Notice tone="info" icon="clock">
          {t('about.nameChecking', { name })} <Link to="/verification">{t('about.nameSee')}</Link>
        </Notice>
      ) : (
        <Notice tone="warning" icon="alert">
          {t('kyc.nameNotChanged', { name })}
          {nameStep === 'support' && ` ${t('about.nameSupport')}`}
        </Notice>
      )}
    </Box>
  );
}
