import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FailureBoundary } from '../../ui/feedback/failure-boundary';
import { NotShown } from '../../ui/feedback/not-shown';

/** An explanation and a way on instead of a blank page, until another address is opened. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <FailureBoundary
      at={useLocation()}
      instead={(failure) => <NotShown title={t('common.screenFailed')} error={failure} />}
    >
      {children}
    </FailureBoundary>
  );
}
