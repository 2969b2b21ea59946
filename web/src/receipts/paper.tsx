import '@mantine/core/styles/Group.layer.css';
import type { ReactNode } from 'react';
import { Box, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../accounts/use-config';
import { Wordmark } from '../ui/brand';
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
    <Box component="article" className="card paper stack-24" aria-label={label} p={{ base: 16, sm: 48 }}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span className="brand">
          <Wordmark />
        </span>
        <Box component="p" className="muted t12" ta="right">
          Flip · {t('footer.location')}
          <br />
          {support?.email} · <span style={{ whiteSpace: 'nowrap' }}>{support?.phone}</span>
        </Box>
      </Group>
      {children}
      <p className="muted t12 rule">{t('receipt.issued', { at: moment(issuedAt) })}</p>
    </Box>
  );
}
