import './receipts.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Group } from '@mantine/core';
import { useConfig } from '../accounts/use-config';
import { Wordmark } from '../ui/parts/brand';
import { Fine } from '../ui/parts/text';
import { useDocumentDates } from './use-document-dates';

/** A document and the controls above it, in one column. */
export function PaperColumn({ children }: { readonly children: ReactNode }) {
  return (
    <Box maw={816} mx="auto">
      {children}
    </Box>
  );
}

interface PaperProps {
  readonly label: string;
  readonly issuedAt: string;
  readonly children: ReactNode;
}

/** A document as printed: issuer, content and time of issue. */
export function Paper({ label, issuedAt, children }: PaperProps) {
  const { t } = useTranslation();
  const { moment } = useDocumentDates();
  const support = useConfig()?.support;
  return (
    <article className="card paper stack-24" aria-label={label}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Wordmark />
        <Fine className="number">
          Flip · {t('footer.location')}
          <br />
          {support?.email} · <span className="nowrap">{support?.phone}</span>
        </Fine>
      </Group>
      {children}
      <Fine className="rule">{t('receipt.issued', { at: moment(issuedAt) })}</Fine>
    </article>
  );
}
